import { type Duplex, Transform } from 'node:stream';
import { type ExportedLead, escapeFormulas, exportedLeadColumns } from '@secure-preview/contracts';
import { stringify } from 'csv-stringify';

/**
 * Creates a stream that formats leads as CSV by RFC 4180. A byte order mark lets spreadsheets recognise
 * UTF-8.
 */
export function csvLeads(): Duplex {
  return stringify({
    columns: [...exportedLeadColumns],
    header: true,
    bom: true,
    escape_formulas: true,
    cast: { string: escapeFormulas },
    record_delimiter: '\r\n',
    // By default, csv-stringify quotes a line break only if it is the record delimiter.
    quoted_match: /[\r\n]/,
  });
}

/** Creates a stream that formats leads as one JSON array, with one lead on each line. */
export function jsonLeads(): Duplex {
  let hasRows = false;
  return new Transform({
    writableObjectMode: true,
    transform(lead: ExportedLead, _encoding, done) {
      const ordered = Object.fromEntries(exportedLeadColumns.map((name) => [name, lead[name]]));
      done(null, `${hasRows ? ',' : '['}\n${JSON.stringify(ordered)}`);
      hasRows = true;
    },
    flush(done) {
      done(null, hasRows ? '\n]\n' : '[]\n');
    },
  });
}
