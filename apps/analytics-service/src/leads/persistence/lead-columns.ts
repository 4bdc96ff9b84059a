import type { LeadOrder } from '../lead.js';

/** Columns that every list of leads has. Times as text: a JavaScript date would lose the microseconds. */
export const STORED = `l.id, l.name, l.email, l.ip AS "ipAddress", l.verified_by AS "verifiedBy",
  to_char(l.captured_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "capturedAt"`;

/** What each order compares; the id decides between equals, so that pages neither repeat nor skip. */
const orders: Record<LeadOrder, { column: string; type: string; descending: boolean }> = {
  newest: { column: 'captured_at', type: 'timestamptz', descending: true },
  oldest: { column: 'captured_at', type: 'timestamptz', descending: false },
  name: { column: 'name', type: 'text', descending: false },
  email: { column: 'email', type: 'text', descending: false },
};

/** Where a page begins: behind the lead that the one before ended with. */
export interface CursorPosition {
  /** What the order compares, as text: a JavaScript date would lose the microseconds. */
  readonly value: string;
  readonly id: string;
}

/** An order in SQL. */
export function orderSql(order: LeadOrder) {
  const { column, type, descending } = orders[order];
  const direction = descending ? 'DESC' : 'ASC';
  return {
    column,
    by: `${column} ${direction}, id ${direction}`,
    /** The same order, in words in which the planner does not recognise the index that has it. */
    bySorting: `greatest(${column}) ${direction}, id ${direction}`,
    /**
     * True of what comes behind a position, whose value and id are the parameters numbered `first` and the next.
     * `compared` is the order's column unless told.
     */
    behind: (position: CursorPosition | undefined, first: number, compared = column) =>
      position === undefined
        ? 'true'
        : `(${compared}, id) ${descending ? '<' : '>'} ($${first}::${type}, $${first + 1}::uuid)`,
  };
}

export const positionParameters = (position: CursorPosition | undefined) =>
  position === undefined ? [] : [position.value, position.id];
