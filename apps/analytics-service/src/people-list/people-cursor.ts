import { noNulOrLoneSurrogates, type PeopleSort } from '@secure-preview/contracts';
import * as z from 'zod/mini';
import { unknownCursor } from '../leads/lead-cursor.js';

/** Position of the last person of a page. */
export interface CursorPosition {
  /** Value by which the list is sorted. The cursor contains it, because it may change before the next page is read. */
  readonly key: string;
  readonly id: string;
}

const text = z.string().check(noNulOrLoneSurrogates('text'));
/** A bigint of Postgres. */
const integer = z.string().check(z.regex(/^\d{1,18}$/));
const keys: Record<PeopleSort, z.ZodMiniType<string>> = {
  name: text,
  email: text,
  first: integer,
  last: integer,
  visits: integer,
  watched: integer,
  flags: integer,
  blocked: integer,
};

export const cursorOf = ({ key, id }: CursorPosition): string =>
  Buffer.from(JSON.stringify([key, id])).toString('base64url');

/** @throws AppError `VALIDATION_FAILED` for a cursor that a list in this order cannot have issued */
export function positionOf(cursor: string, sort: PeopleSort): CursorPosition {
  const parsed = z.safeParse(z.tuple([keys[sort], z.uuid()]), decoded(cursor));
  if (!parsed.success) throw unknownCursor();
  const [key, id] = parsed.data;
  return { key, id };
}

function decoded(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
}
