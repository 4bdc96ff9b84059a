import type { CheckedRow } from '@secure-preview/contracts';

export type RowFilter = 'all' | 'problems' | 'invited';

/** Returns whether the confirmation of the import invites the person of this row. */
export const isInvited = ({ outcome }: Pick<CheckedRow, 'outcome'>): boolean =>
  outcome === 'new' || outcome === 'renewed';

/** Returns the matching rows: problems first, each part by line. */
export function shownRows(rows: readonly CheckedRow[], filter: RowFilter): CheckedRow[] {
  const problems = filter === 'invited' ? [] : rows.filter((row) => !isInvited(row));
  const invited = filter === 'problems' ? [] : rows.filter(isInvited);
  const byLine = (a: CheckedRow, b: CheckedRow) => a.line - b.line;
  return [...problems.toSorted(byLine), ...invited.toSorted(byLine)];
}

/** Returns the number of rows by outcome: invited people first, then problems. */
export function countOutcomes(rows: readonly CheckedRow[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { outcome } of [...rows].toSorted((a, b) => Number(isInvited(b)) - Number(isInvited(a))))
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return counts;
}
