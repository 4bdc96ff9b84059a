import { type Queryable, queryRow } from '@secure-preview/service-kit/postgres';
import * as z from 'zod';
import { selectEvidenceRendition } from '../identification/index/evidence.queries.js';

const codewordRow = z.object({});
const replacedRow = z.object({ id: z.string(), posterId: z.string().nullable() });

/** Locks the trailer that was replaced first, at least `days` days ago, unless another sweep has locked it. */
export function lockReplaced(db: Queryable, days: number) {
  return queryRow(
    db,
    replacedRow,
    `SELECT id, poster_id AS "posterId" FROM media.trailers
     WHERE unused_since <= clock_timestamp() - make_interval(days => $1)
       AND id NOT IN (SELECT trailer_id FROM media.active_trailers)
     ORDER BY unused_since LIMIT 1 FOR UPDATE SKIP LOCKED`,
    [days],
  );
}

/**
 * Returns the rendition of a marked trailer that shows whose a found copy was. Undefined if the trailer is unmarked, or
 * nobody was sent a copy.
 */
export async function selectEvidence(db: Queryable, trailerId: string): Promise<string | undefined> {
  const sql = 'SELECT FROM media.codewords WHERE trailer_id = $1 LIMIT 1';
  if ((await queryRow(db, codewordRow, sql, [trailerId])) === undefined) return undefined;
  return (await selectEvidenceRendition(db, trailerId))?.id;
}
