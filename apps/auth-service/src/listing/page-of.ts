import { AppError } from '@secure-preview/contracts';
import { leadingWithin } from './leading-within.js';

/** Bytes of a page, which fits into a message. */
const PAGE_BYTES = 200 * 1024;

export function unknownCursor(): AppError {
  const message = 'cursor was not issued by this list';
  return new AppError('VALIDATION_FAILED', { message, fields: { cursor: message } });
}

/**
 * Returns as many of `found` as fit into a page, and the cursor of the next page; null on the last one.
 *
 * @param found rows of the page, and one more if there is a next page
 */
export function pageOf<T>(
  found: readonly T[],
  limit: number,
  cursorOf: (row: T) => string,
): { rows: T[]; nextCursor: string | null } {
  const rows = leadingWithin(found.slice(0, limit), PAGE_BYTES);
  const last = rows.at(-1);
  return { rows, nextCursor: found.length > rows.length && last ? cursorOf(last) : null };
}
