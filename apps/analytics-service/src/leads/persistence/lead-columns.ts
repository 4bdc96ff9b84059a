import type { LeadOrder } from '../lead.js';

/** Columns of every list of leads. Times are text: a JavaScript date would lose the microseconds. */
export const STORED = `l.id, l.name, l.email, l.ip AS "ipAddress", l.verified_by AS "verifiedBy",
  to_char(l.captured_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "capturedAt"`;

/** Column that each order compares. The id breaks ties, so that pages neither repeat nor skip leads. */
const orders: Record<LeadOrder, { column: string; type: string; descending: boolean }> = {
  newest: { column: 'captured_at', type: 'timestamptz', descending: true },
  oldest: { column: 'captured_at', type: 'timestamptz', descending: false },
  name: { column: 'name', type: 'text', descending: false },
  email: { column: 'email', type: 'text', descending: false },
};

/** Position of the last lead of the previous page; the next page starts after it. */
export interface CursorPosition {
  /** Value of the order's column as text: a JavaScript date would lose the microseconds. */
  readonly value: string;
  readonly id: string;
}

/** Returns the SQL of an order. */
export function orderSql(order: LeadOrder) {
  const { column, type, descending } = orders[order];
  const direction = descending ? 'DESC' : 'ASC';
  return {
    column,
    by: `${column} ${direction}, id ${direction}`,
    /** The same order as an expression, so that the planner does not use the index on the column. */
    bySorting: `greatest(${column}) ${direction}, id ${direction}`,
    /**
     * Returns the condition for rows after a position. Its value is parameter number `first`, its id the next
     * one. `compared` defaults to the column of the order.
     */
    behind: (position: CursorPosition | undefined, first: number, compared = column) =>
      position === undefined
        ? 'true'
        : `(${compared}, id) ${descending ? '<' : '>'} ($${first}::${type}, $${first + 1}::uuid)`,
  };
}

export const positionParameters = (position: CursorPosition | undefined) =>
  position === undefined ? [] : [position.value, position.id];
