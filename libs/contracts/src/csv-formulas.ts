/**
 * Matches the text before a sign that starts a formula: the start of a cell, or a possible separator. Any
 * character may separate cells, except letters, digits and signs that join words. Includes white space and
 * quotes before the sign, since spreadsheets skip them. A dash, plus or equals sign between two words ("Ada -
 * Countess") does not match.
 */
const FORMULA_START =
  /((?:^|[^\p{L}\p{N}\p{M}._=+\-@'\uFF1D\uFF0B\uFF0D\uFF20])[\s\p{C}\p{Z}"]*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])(?<![\p{L}\p{M}.] (?=[-+=] ))/gu;

/**
 * Puts an apostrophe before each sign that could start a formula in a spreadsheet, regardless of the separator that
 * the reader of the CSV file chooses (OWASP, "CSV Injection").
 */
export const escapeFormulas = (text: string): string => text.replace(FORMULA_START, "$1'");
