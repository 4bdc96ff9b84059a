import { AppError } from '@secure-preview/contracts';

/** Maximum size of a page in bytes of JSON: calls between services carry at most 256 KB. */
const PAGE_BYTES = 200 * 1024;
/** Sixteen bytes take 22 characters of base64url; the last one has two significant bits. */
const CURSOR = /^[A-Za-z0-9_-]{21}[AQgw]$/;

/** Returns the longest prefix that fits into one response, at least one invitation. */
export function fittingPage<T extends object>(invitations: readonly T[]): T[] {
  let bytesLeft = PAGE_BYTES;
  const end = invitations.findIndex((invitation, index) => {
    bytesLeft -= Buffer.byteLength(JSON.stringify(invitation));
    return bytesLeft < 0 && index > 0;
  });
  return end === -1 ? [...invitations] : invitations.slice(0, end);
}

/** Encodes the id of the last invitation of a page as a cursor. */
export const cursorOf = (id: string): string =>
  Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');

/** @throws AppError `VALIDATION_FAILED` for a malformed cursor */
export function idOfCursor(cursor: string): string {
  if (!CURSOR.test(cursor)) throw unknownCursor();
  const hex = Buffer.from(cursor, 'base64url').toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

export function unknownCursor(): AppError {
  const message = 'cursor was not issued by this list';
  return new AppError('VALIDATION_FAILED', { message, fields: { cursor: message } });
}
