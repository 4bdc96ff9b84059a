import { unknownCursor } from './page-of.js';

/** Sixteen bytes take 22 characters of base64url; the last one has two significant bits. */
const CURSOR = /^[A-Za-z0-9_-]{21}[AQgw]$/;

/** Encodes the id of the last row of a page as a cursor. */
export const cursorOf = (id: string): string =>
  Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');

/** @throws AppError `VALIDATION_FAILED` for a malformed cursor */
export function idOfCursor(cursor: string): string {
  if (!CURSOR.test(cursor)) throw unknownCursor();
  const hex = Buffer.from(cursor, 'base64url').toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
