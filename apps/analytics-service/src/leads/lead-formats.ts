import { type Duplex, Transform } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { ExportedLead } from './lead-export.js';

/** Columns of an export, in their order; the same names in both formats. */
const columns: readonly (keyof ExportedLead)[] = [
  ...(['id', 'capturedAt', 'name', 'email', 'verifiedBy', 'ipAddress', 'userAgent'] as const),
  ...(['termsVersion', 'termsSha256', 'watchedSeconds', 'watchedShare'] as const),
  ...(['deliveredSeconds', 'deliveredShare', 'lastSeenAt'] as const),
];

/**
 * A sign that begins a formula, at the start of a cell or behind anything that may separate cells when the file is
 * opened: all but letters, digits and what joins words. Spreadsheets skip white space and quotes there. A dash
 * between two words ("Ada - Countess") is none.
 */
const FORMULA_START =
  /((?:^|[^\p{L}\p{N}\p{M}._=+\-@'\uFF1D\uFF0B\uFF0D\uFF20])[\s\p{C}\p{Z}"]*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])(?<![\p{L}\p{M}.] (?=[-+=] ))/gu;

/**
 * CSV by RFC 4180, with a byte order mark, by which spreadsheets know UTF-8. Puts an apostrophe before each sign that
 * could begin a formula, whatever separator the file is opened with (OWASP, "CSV Injection").
 */
export function csvLeads(): Duplex {
  return stringify({
    columns: [...columns],
    header: true,
    bom: true,
    escape_formulas: true,
    cast: { string: (value) => value.replace(FORMULA_START, "$1'") },
    record_delimiter: '\r\n',
    // By itself it quotes a line break only where it is the delimiter.
    quoted_match: /[\r\n]/,
  });
}

/** One JSON array, a lead on each line. */
export function jsonLeads(): Duplex {
  let begun = false;
  return new Transform({
    writableObjectMode: true,
    transform(lead: ExportedLead, _encoding, done) {
      const ordered = Object.fromEntries(columns.map((name) => [name, lead[name]]));
      done(null, `${begun ? ',' : '['}\n${JSON.stringify(ordered)}`);
      begun = true;
    },
    flush(done) {
      done(null, begun ? '\n]\n' : '[]\n');
    },
  });
}
