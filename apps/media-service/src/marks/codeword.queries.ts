import { execute, type Queryable, queryRow } from '@secure-preview/service-kit/postgres';
import * as z from 'zod';

const markedRow = z.object({
  id: z.string(),
  active: z.boolean(),
  durationSeconds: z.number().nullable(),
  segmentSeconds: z.number(),
  patternKey: z.instanceof(Buffer),
});
/** A marked trailer that can be played. */
export type MarkedTrailer = z.output<typeof markedRow>;

const codewordRow = z.object({ bits: z.instanceof(Buffer) });

/** Selects a marked trailer that is ready. */
export function selectMarked(db: Queryable, trailerId: string): Promise<MarkedTrailer | undefined> {
  return queryRow(
    db,
    markedRow,
    `SELECT t.id, EXISTS (SELECT FROM media.active_trailers a WHERE a.trailer_id = t.id) AS active,
            t.duration_seconds AS "durationSeconds", t.mark_segment_seconds AS "segmentSeconds",
            m.pattern_key AS "patternKey"
     FROM media.trailers t JOIN media.marks m ON m.trailer_id = t.id
     WHERE t.id = $1 AND t.status = 'ready' AND t.mark_segment_seconds IS NOT NULL`,
    [trailerId],
  );
}

export async function selectCodeword(
  db: Queryable,
  trailerId: string,
  markId: string,
): Promise<Buffer | undefined> {
  const found = await queryRow(
    db,
    codewordRow,
    'SELECT bits FROM media.codewords WHERE trailer_id = $1 AND mark_id = $2',
    [trailerId, markId],
  );
  return found?.bits;
}

/** Stores a codeword unless the person has one. Waits for a concurrent insertion of the same person. */
export async function insertCodeword(
  db: Queryable,
  trailerId: string,
  markId: string,
  bits: Uint8Array,
): Promise<void> {
  await execute(
    db,
    'INSERT INTO media.codewords (trailer_id, mark_id, bits) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [trailerId, markId, Buffer.from(bits)],
  );
}
