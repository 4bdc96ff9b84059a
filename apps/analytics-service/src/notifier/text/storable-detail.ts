/** Maximum characters of a stored answer. */
const MAX_DETAIL = 500;

/** Returns text from another server for storage: on one line, without control characters. */
export const storableDetail = (text: string): string =>
  text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_DETAIL);
