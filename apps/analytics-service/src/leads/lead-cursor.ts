import { AppError } from '@secure-preview/contracts';

/** Sixteen bytes take 22 letters of base64url, and the last one has two significant bits. */
const CURSOR = /^[A-Za-z0-9_-]{21}[AQgw]$/;

/** Names the lead that a page ended with. */
export function cursorOf(leadId: string): string {
  return Buffer.from(leadId.replaceAll('-', ''), 'hex').toString('base64url');
}

/** @throws AppError `VALIDATION_FAILED` when it is no cursor */
export function leadIdOf(cursor: string): string {
  if (!CURSOR.test(cursor)) throw unknownCursor();
  const hex = Buffer.from(cursor, 'base64url').toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

export function unknownCursor(): AppError {
  const message = 'cursor is not one that this list has given';
  return new AppError('VALIDATION_FAILED', { message, fields: { cursor: message } });
}
