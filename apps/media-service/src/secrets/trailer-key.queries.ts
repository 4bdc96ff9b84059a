import { type Queryable, queryRow } from '@secure-preview/service-kit/postgres';
import * as z from 'zod';

const playableKey = z.object({
  id: z.string(),
  trailerId: z.string(),
  wrapped: z.instanceof(Buffer),
  active: z.boolean(),
});

/** Selects a key of a trailer that is ready, and whether its trailer is the active one. */
export function selectPlayableKey(db: Queryable, keyId: string) {
  return queryRow(
    db,
    playableKey,
    `SELECT k.id, k.trailer_id AS "trailerId", k.wrapped,
            EXISTS (SELECT FROM media.active_trailers a WHERE a.trailer_id = t.id) AS active
     FROM media.trailer_keys k JOIN media.trailers t ON t.id = k.trailer_id AND t.status = 'ready'
     WHERE k.id = $1`,
    [keyId],
  );
}
