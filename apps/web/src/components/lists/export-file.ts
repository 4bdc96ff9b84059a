import { escapeFormulas } from '@secure-preview/contracts';
import type { ExportSource } from '../../lib/list-page.js';

/** Rows of a list to export. */
interface ExportedRows<T> extends Pick<ExportSource<T>, 'name' | 'columns'> {
  readonly rows: readonly T[];
}

/**
 * Formats rows as CSV by RFC 4180. A byte order mark lets spreadsheets recognise UTF-8. Cells that a spreadsheet would
 * run as formulas are escaped.
 */
async function csvOf<T>({ columns, rows }: ExportedRows<T>): Promise<string> {
  const { default: papa } = await import('papaparse');
  const cells = rows.map((row) =>
    columns.map((name) => {
      const value = row[name] ?? '';
      return typeof value === 'string' ? escapeFormulas(value) : value;
    }),
  );
  const content = papa.unparse([[...columns], ...cells], { newline: '\r\n', escapeFormulae: true });
  return `\uFEFF${content}\r\n`;
}

/** Formats rows as a JSON array, with one row on each line. */
function jsonOf<T>({ columns, rows }: ExportedRows<T>): string {
  const lines = rows.map((row) =>
    JSON.stringify(Object.fromEntries(columns.map((name) => [name, row[name] ?? null]))),
  );
  return lines.length > 0 ? `[\n${lines.join(',\n')}\n]\n` : '[]\n';
}

export type ExportFormat = 'csv' | 'json';

/** Creates the file of an export. */
export async function exportFile<T>(
  exported: ExportedRows<T>,
  format: ExportFormat,
): Promise<{ name: string; content: Blob }> {
  const isCsv = format === 'csv';
  const text = isCsv ? await csvOf(exported) : jsonOf(exported);
  const type = isCsv ? 'text/csv;charset=utf-8' : 'application/json';
  const day = new Date().toISOString().slice(0, 10);
  return { name: `${exported.name}-${day}.${format}`, content: new Blob([text], { type }) };
}
