import { cursorOf } from './lead-cursor.js';

/** Maximum size of the leads of a page in bytes of JSON. The whole response of an export has at most 200 KB. */
const PAGE_BYTES = 198_000;

/**
 * Returns the longest prefix of `leads` that fits into one response, at least one lead.
 *
 * @param reserved bytes for the other parts of the response
 */
export function fittingPage<L extends object>(leads: readonly L[], reserved = 0): L[] {
  let bytesLeft = PAGE_BYTES - reserved;
  const end = leads.findIndex((lead, index) => {
    // Separated by a comma.
    bytesLeft -= Buffer.byteLength(JSON.stringify(lead)) + 1;
    return bytesLeft < 0 && index > 0;
  });
  return end === -1 ? [...leads] : leads.slice(0, end);
}

/** Returns as many of `leads` as fit into one response, and the cursor of the next page; null on the last one. */
export function pageOf<L extends { readonly id: string }>(
  leads: readonly L[],
  hasMore: boolean,
): { leads: L[]; nextCursor: string | null } {
  const fitting = fittingPage(leads);
  const last = hasMore || fitting.length < leads.length ? fitting.at(-1) : undefined;
  return { leads: fitting, nextCursor: last ? cursorOf(last.id) : null };
}
