import { escapeFormulas, type Invitation } from '@secure-preview/contracts';

/** Columns of an export, in order; both formats use the same names. */
const columns = [
  'id',
  'email',
  'name',
  'state',
  'reason',
  'detail',
  'language',
  'createdAt',
  'startsAt',
  'endsAt',
  'openedAt',
  'watchedShare',
] as const satisfies readonly (keyof Invitation)[];

/**
 * Formats invitations as CSV by RFC 4180. A byte order mark lets spreadsheets recognise UTF-8. Cells that a spreadsheet
 * would run as formulas are escaped.
 */
async function csvOf(invitations: readonly Invitation[]): Promise<string> {
  const { default: papa } = await import('papaparse');
  const rows = invitations.map((invitation) =>
    columns.map((name) => {
      const value = invitation[name] ?? '';
      return typeof value === 'string' ? escapeFormulas(value) : value;
    }),
  );
  const content = papa.unparse([[...columns], ...rows], { newline: '\r\n', escapeFormulae: true });
  return `\uFEFF${content}\r\n`;
}

/** Formats invitations as a JSON array, with one invitation on each line. */
function jsonOf(invitations: readonly Invitation[]): string {
  const lines = invitations.map((invitation) =>
    JSON.stringify(Object.fromEntries(columns.map((name) => [name, invitation[name] ?? null]))),
  );
  return lines.length > 0 ? `[\n${lines.join(',\n')}\n]\n` : '[]\n';
}

export type ExportFormat = 'csv' | 'json';

/** Creates the file of an export. */
export async function exportFile(
  invitations: readonly Invitation[],
  format: ExportFormat,
): Promise<{ name: string; content: Blob }> {
  const isCsv = format === 'csv';
  const text = isCsv ? await csvOf(invitations) : jsonOf(invitations);
  const type = isCsv ? 'text/csv;charset=utf-8' : 'application/json';
  const day = new Date().toISOString().slice(0, 10);
  return { name: `invitations-${day}.${format}`, content: new Blob([text], { type }) };
}
