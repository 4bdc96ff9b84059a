import { AppError } from '@secure-preview/contracts';
import { toWebVtt } from './to-webvtt.js';

/** Converts a file, and removes the signature. */
const cues = (file: string) => toWebVtt(file).replace(/^WEBVTT\n\n/, '');
/** Returns the text of the only cue of a file. */
const text = (markup: string) =>
  cues(`1\n00:00:01,000 --> 00:00:02,000\n${markup}\n`).split('\n').slice(1, -1).join('\n');

function rejection(file: string) {
  try {
    toWebVtt(file);
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, params: error.params, message: error.message };
    throw error;
  }
  throw new Error('the file was accepted');
}

const srt = `1
00:00:01,000 --> 00:00:02,500
Where are we?

2
00:00:03,000 --> 00:00:04,000
Nobody knows.
Not yet.
`;
const vtt = `WEBVTT

00:00:01.000 --> 00:00:02.500
Where are we?

00:00:03.000 --> 00:00:04.000
Nobody knows.
Not yet.
`;

describe('the WebVTT output', () => {
  it.each([
    ['SRT', srt],
    ['WebVTT', vtt],
    ['a byte order mark', `\uFEFF${srt}`],
    ['a byte order mark before WebVTT', `\uFEFF${vtt}`],
    ['CRLF', srt.replaceAll('\n', '\r\n')],
    ['CR alone', vtt.replaceAll('\n', '\r')],
    ['no line break at the end', srt.trimEnd()],
    ['empty lines at the beginning', `\n\n${srt}`],
    ['lines of spaces between cues', srt.replaceAll('\n\n', '\n  \n')],
    ['no empty line between cues', srt.replaceAll('\n\n', '\n')],
    ['an empty line within a cue', srt.replace('knows.\n', 'knows.\n\n')],
    ['no counters', srt.replaceAll(/^\d\n/gm, '')],
    ['cues out of order', vtt.replace(/(00:00:01[\s\S]*?)\n\n([\s\S]*)/, '$2\n$1\n')],
    ['minutes and seconds only', vtt.replaceAll('00:00:', '00:')],
    ['identifiers, notes, styles and a header', styled()],
    ['coordinates of another player', srt.replaceAll(/(-->.*)/g, '$1  X1:40 X2:600 Y1:20 Y2:50')],
    ['cues without text', `${srt}\n3\n00:00:05,000 --> 00:00:06,000\n\n`],
  ])('is the same for a file with %s', (_what, file) => {
    expect(toWebVtt(file)).toBe(vtt);
  });

  it('keeps overlapping cues and their positions', () => {
    const file = `WEBVTT

00:01.000 --> 00:05.000 align:start position:10%,line-left line:0
One

00:02.000 --> 01:00:03.000 size:40% nonsense:1 line:evil
size: large
`;
    expect(cues(file)).toBe(`00:00:01.000 --> 00:00:05.000 align:start position:10%,line-left line:0
One

00:00:02.000 --> 01:00:03.000 size:40%
size: large
`);
  });

  it('does not change when it is converted again', () => {
    for (const file of [srt, styled()]) expect(toWebVtt(toWebVtt(file))).toBe(toWebVtt(file));
  });
});

function styled(): string {
  const [first = '', ...rest] = vtt.split('\n\n').slice(1);
  return [
    'WEBVTT - made by somebody\nKind: captions',
    'STYLE\n::cue { background: url(https://example.com/track.png) }',
    'NOTE a note\nwith --> in it',
    `the first\n${first}`,
    ...rest,
  ].join('\n\n');
}

describe('markup', () => {
  it.each([
    ['<b>b</b> <i>i</i> <u>u</u>', '<b>b</b> <i>i</i> <u>u</u>'],
    ['<I>loud</I>', '<i>loud</i>'],
    ['<v Roger Bingham>Hi</v>', '<v Roger Bingham>Hi</v>'],
    ['<v.loud Mary & Joe>Hi', '<v.loud Mary &amp; Joe>Hi</v>'],
    ['<c.yellow.bg_blue.own>Hi</c>', '<c.own.yellow.bg_blue>Hi</c>'],
    ['<ruby>漢<rt>kan</rt></ruby>', '<ruby>漢<rt>kan</rt></ruby>'],
    ['<b>never closed', '<b>never closed</b>'],
    ['<i>one\ntwo</i>', '<i>one\ntwo</i>'],
    ['<font color="#ff0000">red</font> <b>x</b>', 'red <b>x</b>'],
    ['<i><font>a</font>b</i>c', '<i>ab</i>c'],
    ['<script>alert(1)</script>after', 'after'],
    ['<img src=x onerror=alert(1)>after', 'after'],
    ['<b onclick="evil()">x</b>', '<b>x</b>'],
    ['one<br>two<br/>three', 'one\ntwo\nthree'],
    ['<00:00:01.500>ka<00:00:01.700>raoke', 'karaoke'],
    ['{\\an8}top {\\i1}i', 'top i'],
    ['I <3 you, 1 < 2 > 0', 'I &lt;3 you, 1 &lt; 2 &gt; 0'],
    [
      'Tom & Jerry, &amp;, &lt;b&gt;, &#8212;, &eacute;',
      'Tom &amp; Jerry, &amp;, &lt;b&gt;, &#8212;, &eacute;',
    ],
    ['a\u0007b\tc', 'ab\tc'],
    ['לאן הולכים? \u202Bשלום\u202C', 'לאן הולכים? \u202Bשלום\u202C'],
    ['إلى أين نذهب؟', 'إلى أين نذهب؟'],
  ])('is converted from %j to %j', (markup, expected) => {
    expect(text(markup)).toBe(expected);
  });

  it('is converted to a cue setting when it positions the cue at the top', () => {
    expect(cues('1\n00:01,000 --> 00:02,000\n{\\an8}Up here')).toBe(
      '00:00:01.000 --> 00:00:02.000 line:0\nUp here\n',
    );
  });

  it('cannot begin another cue', () => {
    expect(text('a --&gt; b')).toBe('a --&gt; b');
    expect(text('<v -- >Hello')).toBe('Hello');
    expect(text('<v Ada-- >Hello')).toBe('<v Ada>Hello</v>');
    expect(text('<c.loud-- >Hello')).toBe('<c.loud>Hello</c>');
  });

  it('contains no arrow for any combination of tags, hyphens and angle brackets', () => {
    const pieces = '--|-|>|&gt;|<v |<v -- >|<c.--|<b.-- >|</v>|<|a| |--\t'.split('|');
    for (const first of pieces)
      for (const second of pieces)
        for (const third of pieces) {
          const file = `WEBVTT\n\n00:01.000 --> 00:02.000\n.${first}${second}${third}`;
          // Text with an arrow is a timing line, which begins another cue.
          if (file.split('-->').length > 2) continue;
          expect(cues(file).split('-->')).toHaveLength(2);
        }
  });
});

describe('invalid input', () => {
  const withSecondTiming = (timing: string) => srt.replace('00:00:03,000 --> 00:00:04,000', timing);

  it.each([
    ['without captions', 'Dear Sir or Madam,\nplease find attached', 'NOT_CAPTIONS'],
    ['that is empty', '', 'NOT_CAPTIONS'],
    ['that contains only a signature', 'WEBVTT\n\nNOTE nothing\n', 'CAPTIONS_EMPTY'],
    ['whose cues are empty', '1\n00:00:01,000 --> 00:00:02,000\n\n', 'CAPTIONS_EMPTY'],
    ['that is too long', `${srt}${'x'.repeat(180_000)}`, 'CAPTIONS_TOO_LARGE'],
  ])('is rejected in a file %s', (_what, file, code) => {
    expect(rejection(file).code).toBe(code);
  });

  it.each([
    ['an end before its beginning', '00:00:04,000 --> 00:00:03,000', 'CAPTIONS_CUE_WITHOUT_LENGTH', {}],
    ['no length', '00:00:04,000 --> 00:00:04,000', 'CAPTIONS_CUE_WITHOUT_LENGTH', {}],
    ['a minute of 61', '00:61:04,000 --> 00:62:04,000', 'CAPTIONS_BAD_TIME', { time: '00:61:04,000' }],
    ['a word instead of a time', '00:00:01,000 --> later', 'CAPTIONS_BAD_TIME', { time: 'later' }],
    ['one time', '00:00:01,000 -->', 'CAPTIONS_BAD_TIMING', { timing: '00:00:01,000 -->' }],
    [
      'another arrow',
      '00:00:03,000 -> 00:00:04,000',
      'CAPTIONS_BAD_TIMING',
      { timing: '00:00:03,000 -> 00:00:04,000' },
    ],
  ])('is rejected in a cue with %s, and the error names the line', (_what, timing, code, params) => {
    expect(rejection(withSecondTiming(timing))).toMatchObject({ code, params: { line: 6, ...params } });
  });

  it.each([
    ['00:00:04,000 --> 00:00:03,000', 'Line 6 of the captions: the end time is not after the start time'],
    ['00:61:04,000 --> 00:62:04,000', 'Line 6 of the captions: “00:61:04,000” is not a time'],
    ['00:00:01,000 -->', 'Line 6 of the captions: “00:00:01,000 -->” is not two times with --> between them'],
  ])('is rejected at %j with a message that names the line', (timing, sentence) => {
    expect(rejection(withSecondTiming(timing)).message).toBe(sentence);
  });

  it('is rejected when a caption is too long', () => {
    expect(rejection(`${srt}${'x '.repeat(1500)}`)).toEqual({
      code: 'CAPTIONS_CUE_TOO_LONG',
      params: { line: 6, max: 2000 },
      message: 'Line 6 of the captions: the caption has more than 2000 characters',
    });
  });

  it('is checked within 5 s for any content', () => {
    const startedAt = performance.now();
    for (const filler of ['<', '<script>', '<b>', '&', '{\\', '1\n', '\n\n', '<v ']) {
      const file = `WEBVTT\n\n00:01.000 --> 00:02.000\n${filler.repeat(170_000 / filler.length)}`;
      try {
        toWebVtt(file);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
      }
    }
    expect(performance.now() - startedAt).toBeLessThan(5000);
  });
});
