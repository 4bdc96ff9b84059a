/** Blocks of scripts from right to left (Unicode, DerivedBidiClass.txt). */
const RIGHT_TO_LEFT =
  '\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}';
const letters = {
  ltr: new RegExp(`[^\\P{L}${RIGHT_TO_LEFT}]`, 'u'),
  rtl: new RegExp(`[${RIGHT_TO_LEFT}]`, 'u'),
};
/** E-mail addresses are always shown from left to right. */
const ADDRESS = /^\S+@\S+$/;

/**
 * Keeps a name or address in its own direction within a sentence of the other one, with a Unicode isolate (UAX 9).
 * Returns text that has only letters of the sentence's direction unchanged.
 *
 * @param direction that of the sentence
 */
export function isolated(text: string, direction: 'ltr' | 'rtl'): string {
  const isAddress = ADDRESS.test(text);
  const isForeign =
    letters[direction === 'ltr' ? 'rtl' : 'ltr'].test(text) || (isAddress && letters.rtl.test(text));
  return isForeign ? `${isAddress ? '\u2066' : '\u2068'}${text}\u2069` : text;
}
