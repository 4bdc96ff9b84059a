import type { CheckedRow, ImportRow } from '@secure-preview/contracts';
import type { ListedPerson } from './parse-people.js';

export type RowFilter = 'all' | 'problems' | 'invited';

/** A checked row with its line in the list. */
export interface ListedRow extends CheckedRow {
  /** Identifies the row, because several people may be in one line. */
  readonly id: number;
}

/** Returns the rows to send. They are numbered, because the server requires one row for each line. */
export const numberedRows = (people: readonly ListedPerson[]): ImportRow[] =>
  people.map(({ email, name }, index) => ({ line: index + 1, email, name }));

/** Gives checked rows of {@link numberedRows} their lines in the list. */
export const withListedLines = (rows: readonly CheckedRow[], people: readonly ListedPerson[]): ListedRow[] =>
  rows.map((row) => ({ ...row, id: row.line, line: people[row.line - 1]?.line ?? row.line }));

/** Returns whether the confirmation of the import invites the person of this row. */
export const isInvited = ({ outcome }: Pick<CheckedRow, 'outcome'>): boolean =>
  outcome === 'new' || outcome === 'renewed';

/** Returns the matching rows: problems first, each part by line. */
export function shownRows(rows: readonly ListedRow[], filter: RowFilter): ListedRow[] {
  const problems = filter === 'invited' ? [] : rows.filter((row) => !isInvited(row));
  const invited = filter === 'problems' ? [] : rows.filter(isInvited);
  const byId = (a: ListedRow, b: ListedRow) => a.id - b.id;
  return [...problems.toSorted(byId), ...invited.toSorted(byId)];
}

/** Returns the number of rows by outcome: invited people first, then problems. */
export function countOutcomes(rows: readonly CheckedRow[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { outcome } of [...rows].toSorted((a, b) => Number(isInvited(b)) - Number(isInvited(a))))
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return counts;
}
