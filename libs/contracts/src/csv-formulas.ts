/**
 * Text before a sign that starts a formula: the start of a cell, or a possible separator. Any character may separate
 * cells, except letters, digits and signs that join words. Includes white space and quotes before the sign, since
 * spreadsheets skip them.
 */
const BEFORE = String.raw`((?:^|[^\p{L}\p{N}\p{M}._=+\-@'\uFF1D\uFF0B\uFF0D\uFF20])[\s\p{C}\p{Z}"]*)`;
const SIGN = String.raw`(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])`;

/** Matches the text before such a sign. A dash, plus or equals sign between two words ("Ada - Countess") does not match. */
const FORMULA_START = new RegExp(String.raw`${BEFORE}${SIGN}(?<![\p{L}\p{M}.] (?=[-+=] ))`, 'gu');
const ESCAPED_FORMULA_START = new RegExp(`${BEFORE}'${SIGN}`, 'gu');

/**
 * Puts an apostrophe before each sign that could start a formula in a spreadsheet, regardless of the separator that
 * the reader of the CSV file chooses (OWASP, "CSV Injection").
 */
export const escapeFormulas = (text: string): string => text.replace(FORMULA_START, "$1'");

/** Removes the apostrophes of {@link escapeFormulas}. */
export const unescapeFormulas = (text: string): string => text.replace(ESCAPED_FORMULA_START, '$1');
