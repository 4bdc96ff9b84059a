import { type Queryable, queryRow } from '@secure-preview/service-kit/postgres';
import * as z from 'zod';

/** Largest height of the rendition that is kept as evidence. */
const EVIDENCE_HEIGHT = 480;

const evidenceRow = z.object({ id: z.string() });
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
 * Returns the rendition of a marked trailer that shows whose a found copy was: the largest of a height of at most 480, or
 * else the smallest. Undefined if the trailer is unmarked, or nobody was sent a copy.
 */
export async function selectEvidence(db: Queryable, trailerId: string): Promise<string | undefined> {
  const rendition = await queryRow(
    db,
    evidenceRow,
    `SELECT r.id FROM media.renditions r JOIN media.trailers t ON t.id = r.trailer_id,
       LATERAL (SELECT coalesce(r.rung, least(r.width, r.height)) AS height) size
     WHERE t.id = $1 AND t.mark_segment_seconds IS NOT NULL AND r.kind <> 'audio' AND r.retired_at IS NULL
       AND EXISTS (SELECT FROM media.codewords c WHERE c.trailer_id = t.id)
     ORDER BY size.height > $2, CASE WHEN size.height <= $2 THEN -size.height ELSE size.height END, r.id LIMIT 1`,
    [trailerId, EVIDENCE_HEIGHT],
  );
  return rendition?.id;
}
