import { type Queryable, queryRow } from '@secure-preview/service-kit/postgres';
import * as z from 'zod';
import { IS_SHOWN } from '../access/shown-trailer.queries.js';

const lockedRow = z.object({});
const textRow = z.object({
  body: z.string(),
  trailer: z.object({ id: z.string(), shown: z.boolean() }),
});

/** Locks a trailer until the transaction ends; returns whether it exists. */
export async function lockTrailer(db: Queryable, trailerId: string): Promise<boolean> {
  const locked = await queryRow(db, lockedRow, 'SELECT FROM media.trailers WHERE id = $1 FOR UPDATE', [
    trailerId,
  ]);
  return locked !== undefined;
}

/** Selects the text of captions, with their trailer and whether viewers see it. */
export function selectText(db: Queryable, id: string) {
  return queryRow(
    db,
    textRow,
    `SELECT c.body, json_build_object('id', t.id, 'shown', ${IS_SHOWN}) AS trailer
     FROM media.captions c JOIN media.trailers t ON t.id = c.trailer_id WHERE c.id = $1`,
    [id],
  );
}
