import { fittingPage } from '../paging/fitting-page.js';
import { cursorOf } from './lead-cursor.js';

/** Returns as many of `leads` as fit into one response, and the cursor of the next page; null on the last one. */
export function pageOf<L extends { readonly id: string }>(
  leads: readonly L[],
  hasMore: boolean,
): { leads: L[]; nextCursor: string | null } {
  const fitting = fittingPage(leads);
  const last = hasMore || fitting.length < leads.length ? fitting.at(-1) : undefined;
  return { leads: fitting, nextCursor: last ? cursorOf(last.id) : null };
}
