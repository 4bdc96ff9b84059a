import { AppError } from '@secure-preview/contracts';

/** Sixteen bytes take 22 characters of base64url; the last one has two significant bits. */
const CURSOR = /^[A-Za-z0-9_-]{21}[AQgw]$/;

/** Encodes the id of the last lead of a page as a cursor. */
export function cursorOf(leadId: string): string {
  return Buffer.from(leadId.replaceAll('-', ''), 'hex').toString('base64url');
}

/**
 * Decodes a cursor to the id of a lead.
 *
 * @throws AppError `VALIDATION_FAILED` for a malformed cursor
 */
export function leadIdOf(cursor: string): string {
  if (!CURSOR.test(cursor)) throw unknownCursor();
  const hex = Buffer.from(cursor, 'base64url').toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

export function unknownCursor(): AppError {
  const message = 'cursor was not issued by this list';
  return new AppError('VALIDATION_FAILED', { message, fields: { cursor: message } });
}
