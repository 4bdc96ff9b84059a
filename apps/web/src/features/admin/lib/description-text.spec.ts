import { alignments, fromDescription, toDescription } from './description-text.js';

describe('the description markup', () => {
  it('wraps text with its alignment, writes line breaks as tags and escapes the rest', () => {
    expect(toDescription('A & B\n<b>"C"</b>', 'center')).toBe(
      '<div class="text-center">A &amp; B<br>&lt;b&gt;&quot;C&quot;&lt;/b&gt;</div>',
    );
  });

  it.each(alignments)('restores text unchanged with the alignment %s', (alignment) => {
    for (const text of [
      'One',
      'One\ntwo\n\nfour',
      '<div class="text-right">&amp;</div>',
      " it's  ",
      '日本語\n😀',
    ]) {
      expect(fromDescription(toDescription(text, alignment))).toEqual({ text, alignment });
    }
  });

  it('aligns left by default, and keeps the line breaks of unknown markup', () => {
    expect(fromDescription('plain\ntext')).toEqual({ text: 'plain\ntext', alignment: 'left' });
    expect(fromDescription('<p>One</p><p>two <strong>bold</strong></p>')).toEqual({
      text: 'One\ntwo bold',
      alignment: 'left',
    });
    expect(fromDescription('')).toEqual({ text: '', alignment: 'left' });
  });
});
