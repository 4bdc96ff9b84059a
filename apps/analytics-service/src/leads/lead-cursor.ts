import { AppError } from '@secure-preview/contracts';
import * as z from 'zod/mini';
import type { LeadOrder } from './lead.js';

/** The last lead of a page: the next page begins after it. */
export interface LeadPosition {
  readonly value: string;
  readonly id: string;
}

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?Z$/;
const stored = z.tuple([z.enum(['newest', 'oldest', 'name', 'email']), z.string(), z.uuid()]);

/** Cursors are opaque to clients: they say nothing that a client may rely on. */
export function encodeCursor(order: LeadOrder, { value, id }: LeadPosition): string {
  return Buffer.from(JSON.stringify([order, value, id])).toString('base64url');
}

function parse(cursor: string): z.infer<typeof stored> | undefined {
  try {
    const result = stored.safeParse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    return result.success ? result.data : undefined;
  } catch {
    return undefined;
  }
}

/** @throws AppError `VALIDATION_FAILED` for a cursor that was not issued for this order */
export function decodeCursor(order: LeadOrder, cursor: string): LeadPosition {
  const [issuedFor, value = '', id = ''] = parse(cursor) ?? [];
  const byTime = order === 'newest' || order === 'oldest';
  const fits = issuedFor === order && (byTime ? TIMESTAMP.test(value) : !value.includes('\0'));
  if (!fits) {
    throw new AppError('VALIDATION_FAILED', {
      message: 'cursor is not valid',
      fields: { cursor: 'cursor is not valid' },
    });
  }
  return { value, id };
}
