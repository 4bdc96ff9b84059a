import { alignments, fromDescription, toDescription } from './description-text.js';

describe('a description as plain text', () => {
  it('is stored in a wrapper with its alignment, with line breaks as tags and the rest escaped', () => {
    expect(toDescription('A & B\n<b>"C"</b>', 'center')).toBe(
      '<div class="text-center">A &amp; B<br>&lt;b&gt;&quot;C&quot;&lt;/b&gt;</div>',
    );
  });

  it.each(alignments)('is restored unchanged with the alignment %s', (alignment) => {
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

  it('is left-aligned by default, and keeps the lines of foreign markup', () => {
    expect(fromDescription('plain\ntext')).toEqual({ text: 'plain\ntext', alignment: 'left' });
    expect(fromDescription('<p>One</p><p>two <strong>bold</strong></p>')).toEqual({
      text: 'One\ntwo bold',
      alignment: 'left',
    });
    expect(fromDescription('')).toEqual({ text: '', alignment: 'left' });
  });
});
