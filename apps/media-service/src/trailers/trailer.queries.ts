import { caption, listedRendition, trailer, trailerNotice } from '@secure-preview/contracts';
import { type Queryable, queryRow, queryRows } from '@secure-preview/service-kit/postgres';
import * as z from 'zod';
import { FROM_TRAILERS, SHOWN } from '../access/shown-trailer.queries.js';
import type { DetailedTrailer, Trailer } from './trailer.js';

const SHAPE = `
  (SELECT r.width::float8 / r.height FROM media.renditions r
   WHERE r.trailer_id = t.id AND r.kind <> 'audio' AND r.retired_at IS NULL
   ORDER BY r.width * r.height DESC, r.id LIMIT 1) AS "aspectRatio"`;
const COLUMNS = `
  t.id, t.title, t.description, t.poster_id AS "posterId",
         CASE WHEN t.warning IS NULL THEN t.ladder_warnings ELSE jsonb_build_array(t.warning) || t.ladder_warnings END
           AS warnings, t.status, t.step, t.progress,
         t.seconds_left AS "secondsLeft", t.ladder_done AS "ladderDone", (t.cancelled_at IS NOT NULL) AS cancelled,
         t.failure, t.duration_seconds AS "durationSeconds", t.created_at AS "createdAt",
         (a.trailer_id IS NOT NULL) AS active, t.unused_since AS "unusedSince",
         ARRAY(SELECT json_build_object('id', c.id, 'language', c.language, 'label', c.label)
               FROM media.captions c WHERE c.trailer_id = t.id ORDER BY c.language) AS captions,
         ${SHAPE}`;
/**
 * Whether the trailer is marked, whether its upload is kept after its processing, how much of its marks can be read, and
 * its playable sizes, including renditions with their own audio. An expired trailer has at most a rendition that is kept
 * as evidence.
 */
const DETAILS = `
  (t.mark_segment_seconds IS NOT NULL) AS marked,
  (t.status = 'failed' OR (t.status = 'ready' AND t.ladder_done))
    AND EXISTS (SELECT FROM media.stored_objects WHERE key = t.source_key AND delete_after IS NULL) AS markable,
  ARRAY(SELECT json_build_object('rung', r.rung, 'width', r.width, 'height', r.height) FROM media.renditions r
        WHERE r.trailer_id = t.id AND r.kind <> 'audio' AND r.retired_at IS NULL AND t.status NOT IN ('failed', 'expired')
        ORDER BY r.width * r.height DESC, r.id) AS renditions,
  (SELECT json_build_object('segments', i.checked_segments, 'readable', i.readable_segments, 'bits', i.bits,
                            'seconds', i.checked_seconds,
                            'codewords', (SELECT count(*) FROM media.codewords c WHERE c.trailer_id = t.id))
   FROM media.mark_indexes i WHERE i.trailer_id = t.id) AS "markCheck"`;

const { id, title, description, status, step, progress, secondsLeft, durationSeconds, active } =
  trailer.shape;
const { id: captionId, language, label } = caption.shape;

const trailerRow = z.object({
  id,
  title,
  description,
  status,
  step,
  progress,
  secondsLeft,
  failure: z.nullable(trailerNotice),
  durationSeconds,
  active,
  posterId: z.string().nullable(),
  warnings: z.array(trailerNotice),
  ladderDone: z.boolean(),
  cancelled: z.boolean(),
  aspectRatio: z.number().nullable(),
  captions: z.array(z.object({ id: captionId, language, label })),
  createdAt: z.date(),
  unusedSince: z.date().nullable(),
});
const detailedRow = trailerRow.extend({
  renditions: z.array(listedRendition),
  marked: z.boolean(),
  markable: z.boolean(),
  markCheck: z
    .object({
      segments: z.int(),
      readable: z.int(),
      bits: z.number(),
      seconds: z.number(),
      codewords: z.int(),
    })
    .nullable(),
});

/** Selects a trailer by a condition; `rest` is SQL after FROM. */
function selectOne(db: Queryable, rest: string, values: unknown[] = []): Promise<Trailer | undefined> {
  return queryRow(db, trailerRow, `SELECT ${COLUMNS} ${FROM_TRAILERS} ${rest}`, values);
}

/** Selects up to `limit` trailers with their renditions, newest first. */
export function selectNewest(db: Queryable, limit: number): Promise<DetailedTrailer[]> {
  return queryRows(
    db,
    detailedRow,
    `SELECT ${COLUMNS}, ${DETAILS} ${FROM_TRAILERS} ORDER BY t.upload_order DESC LIMIT $1`,
    [limit],
  );
}

export const selectTrailer = (db: Queryable, trailerId: string) =>
  selectOne(db, 'WHERE t.id = $1', [trailerId]);

/** Selects the trailer that a command created. */
export const selectCreated = (db: Queryable, commandId: string) =>
  selectOne(db, 'WHERE t.command_id = $1', [commandId]);

/** Selects the trailer that was created from an upload. */
export const selectUploaded = (db: Queryable, sourceKey: string) =>
  selectOne(db, 'WHERE t.source_key = $1', [sourceKey]);

/** Selects the trailer that viewers see. */
export const selectShown = (db: Queryable) => selectOne(db, SHOWN);

/** Selects a trailer and locks it until the transaction ends. */
export const lockTrailer = (db: Queryable, trailerId: string) =>
  selectOne(db, 'WHERE t.id = $1 FOR UPDATE OF t', [trailerId]);
