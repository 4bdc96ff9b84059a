import { alignments, fromDescription, toDescription } from './description-text.js';

describe('a description as plain text', () => {
  it('is stored in a wrapper with its alignment, line breaks as tags, all else literally', () => {
    expect(toDescription('A & B\n<b>"C"</b>', 'center')).toBe(
      '<div class="text-center">A &amp; B<br>&lt;b&gt;&quot;C&quot;&lt;/b&gt;</div>',
    );
  });

  it.each(alignments)('comes back as it was written, aligned %s', (alignment) => {
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

  it('is left-aligned when nothing says otherwise, and keeps the lines of foreign markup', () => {
    expect(fromDescription('plain\ntext')).toEqual({ text: 'plain\ntext', alignment: 'left' });
    expect(fromDescription('<p>One</p><p>two <strong>bold</strong></p>')).toEqual({
      text: 'One\ntwo bold',
      alignment: 'left',
    });
    expect(fromDescription('')).toEqual({ text: '', alignment: 'left' });
  });
});
