import { type Queryable, queryRow, queryRows } from '@secure-preview/service-kit/postgres';
import * as z from 'zod';

/** Largest height of the rendition that is kept as evidence. */
const EVIDENCE_HEIGHT = 480;

const renditionRow = z.object({
  id: z.string(),
  width: z.int(),
  height: z.int(),
  frameRate: z.number().nullable(),
});
export type EvidenceRendition = z.output<typeof renditionRow>;

const segmentRow = z.object({
  key: z.string(),
  iv: z.instanceof(Buffer).nullable(),
  seconds: z.number().nullable(),
  twinKey: z.string().nullable(),
  twinIv: z.instanceof(Buffer).nullable(),
});
export type EvidenceSegment = z.output<typeof segmentRow>;

const keyRow = z.object({ wrapped: z.instanceof(Buffer) });

/**
 * Returns the rendition of a marked trailer that shows whose a found copy was: the largest of a height of at most 480, or
 * else the smallest. Undefined if the trailer is unmarked.
 */
export function selectEvidenceRendition(
  db: Queryable,
  trailerId: string,
): Promise<EvidenceRendition | undefined> {
  return queryRow(
    db,
    renditionRow,
    `SELECT r.id, r.width, r.height, r.frame_rate AS "frameRate"
     FROM media.renditions r JOIN media.trailers t ON t.id = r.trailer_id,
       LATERAL (SELECT coalesce(r.rung, least(r.width, r.height)) AS height) size
     WHERE t.id = $1 AND t.mark_segment_seconds IS NOT NULL AND r.kind <> 'audio' AND r.retired_at IS NULL
     ORDER BY size.height > $2, CASE WHEN size.height <= $2 THEN -size.height ELSE size.height END, r.id LIMIT 1`,
    [trailerId, EVIDENCE_HEIGHT],
  );
}

/** Returns the segments of a rendition in order, the initialisation segment first. */
export function selectEvidenceSegments(db: Queryable, renditionId: string): Promise<EvidenceSegment[]> {
  return queryRows(
    db,
    segmentRow,
    `SELECT object_key AS key, iv, duration_seconds AS seconds, twin_object_key AS "twinKey", twin_iv AS "twinIv"
     FROM media.segments WHERE rendition_id = $1 ORDER BY position`,
    [renditionId],
  );
}

/** Returns the wrapped key of a trailer's segments. */
export async function selectWrappedKey(db: Queryable, trailerId: string): Promise<Buffer | undefined> {
  const key = await queryRow(db, keyRow, 'SELECT wrapped FROM media.trailer_keys WHERE trailer_id = $1', [
    trailerId,
  ]);
  return key?.wrapped;
}
