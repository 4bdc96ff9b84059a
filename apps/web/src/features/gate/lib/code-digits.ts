import { limits } from '@secure-preview/contracts';

/** Arabic, Persian and full-width digits, which keyboards of some languages type. */
const OTHER_DIGITS = /[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g;

/** Returns the digits of a code in typed or pasted text, such as "123 456". */
export function codeDigits(text: string): string {
  // The last four bits of these characters are the value of the digit.
  const latin = text.replace(OTHER_DIGITS, (digit) => String(digit.charCodeAt(0) & 0xf));
  return latin.replace(/\D/g, '').slice(0, limits.access.code.digits);
}
