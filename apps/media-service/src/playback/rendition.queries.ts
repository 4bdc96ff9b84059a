import { renditionKind } from '@secure-preview/contracts';
import { type Queryable, queryRow, queryRows } from '@secure-preview/service-kit/postgres';
import * as z from 'zod';

const TRAILER = `
  t.id, t.duration_seconds AS "durationSeconds", t.mark_segment_seconds IS NOT NULL AS marked,
  EXISTS (SELECT FROM media.active_trailers a WHERE a.trailer_id = t.id) AS active`;

const trailerRow = z.object({
  id: z.string(),
  durationSeconds: z.number().nullable(),
  active: z.boolean(),
  marked: z.boolean(),
});
const ownerRow = trailerRow.extend({ kind: renditionKind, keyId: z.string().nullable() });

const encoding = {
  id: z.string(),
  codecs: z.string(),
  peakBitsPerSecond: z.number(),
  averageBitsPerSecond: z.number(),
};
const listedRow = z.discriminatedUnion('kind', [
  z.object({
    ...encoding,
    kind: z.enum(['video', 'muxed']),
    width: z.int(),
    height: z.int(),
    rung: z.int().nullable(),
    frameRate: z.number().nullable(),
  }),
  z.object({ ...encoding, kind: z.literal('audio'), channels: z.int() }),
]);

const segmentRow = z.object({
  name: z.string(),
  objectKey: z.string(),
  twinKey: z.string().nullable(),
  durationSeconds: z.number().nullable(),
  iv: z.instanceof(Buffer).nullable(),
  twinIv: z.instanceof(Buffer).nullable(),
});

/** Selects a trailer that is ready. */
export function selectPlayable(db: Queryable, trailerId: string) {
  return queryRow(
    db,
    trailerRow,
    `SELECT ${TRAILER} FROM media.trailers t WHERE t.id = $1 AND t.status = 'ready'`,
    [trailerId],
  );
}

/** Selects the renditions of a trailer that are not retired, largest video first, audio last. */
export function selectListed(db: Queryable, trailerId: string) {
  return queryRows(
    db,
    listedRow,
    `SELECT id, kind, width, height, rung, frame_rate AS "frameRate", codecs,
            coalesce(audio_channels, 2) AS channels,
            peak_bits_per_second::float8 AS "peakBitsPerSecond",
            average_bits_per_second::float8 AS "averageBitsPerSecond"
     FROM media.renditions WHERE trailer_id = $1 AND retired_at IS NULL ORDER BY height DESC NULLS LAST, id`,
    [trailerId],
  );
}

/** Selects the kind of a rendition, and its trailer and key if the trailer is ready. */
export function selectOwner(db: Queryable, renditionId: string) {
  return queryRow(
    db,
    ownerRow,
    `SELECT ${TRAILER}, r.kind, k.id AS "keyId" FROM media.renditions r
     JOIN media.trailers t ON t.id = r.trailer_id AND t.status = 'ready'
     LEFT JOIN media.trailer_keys k ON k.trailer_id = t.id
     WHERE r.id = $1`,
    [renditionId],
  );
}

/**
 * Selects the segments of a rendition in order. A video of 6 hours has 5400 segments; mapping them to entities would
 * take several times as long.
 */
export function selectSegments(db: Queryable, renditionId: string) {
  return queryRows(
    db,
    segmentRow,
    `SELECT name, object_key AS "objectKey", twin_object_key AS "twinKey", duration_seconds AS "durationSeconds", iv,
            twin_iv AS "twinIv"
     FROM media.segments WHERE rendition_id = $1 ORDER BY position`,
    [renditionId],
  );
}
