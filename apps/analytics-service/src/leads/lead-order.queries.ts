import type { LeadProof } from '@secure-preview/contracts';
import type { LeadOrder } from './lead.js';

/** Column that each order compares. The id breaks ties, so pages neither repeat nor skip leads. */
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

/** Page of leads in an order, after a position or from the start. */
export interface LeadsAfter {
  readonly order: LeadOrder;
  readonly limit: number;
  readonly position: CursorPosition | undefined;
  readonly proof: LeadProof | undefined;
}

/** Returns the SQL of an order. */
export function orderSql(order: LeadOrder) {
  const { column, type, descending } = orders[order];
  const direction = descending ? 'DESC' : 'ASC';
  return {
    column,
    orderBy: `${column} ${direction}, id ${direction}`,
    /**
     * Returns the condition for rows after a position. Parameter number `first` is the value of the position,
     * the next parameter is its id.
     */
    isAfter: (position: CursorPosition | undefined, first: number) =>
      position === undefined
        ? 'true'
        : `(${column}, id) ${descending ? '<' : '>'} ($${first}::${type}, $${first + 1}::uuid)`,
  };
}

export const positionParameters = (position: CursorPosition | undefined) =>
  position === undefined ? [] : [position.value, position.id];
