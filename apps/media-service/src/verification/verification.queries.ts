import { trailerStatus } from '@secure-preview/contracts';
import { execute, type Queryable, queryRow, queryRows } from '@secure-preview/service-kit/postgres';
import * as z from 'zod';
import { SEGMENT_OBJECTS } from '../storage/segment-objects.queries.js';
import type { KeptObject, LostTrailer, TrailerStorageFacts } from './finding.js';

const keptRow = z.object({
  key: z.string(),
  renditionId: z.string().nullable(),
  posterId: z.string().nullable(),
  gateImageId: z.string().nullable(),
  leakCaseId: z.string().nullable(),
  sourceOf: z.string().nullable(),
});
const givenUpRow = z.object({ id: z.string(), title: z.string(), keys: z.array(z.string()) });
const storedRow = z.object({
  id: z.string(),
  title: z.string(),
  sourceKey: z.string(),
  sourceEtag: z.string(),
  active: z.boolean(),
  needsSource: z.boolean(),
  expired: z.boolean(),
});
const lockedRow = z.object({ status: trailerStatus, sourceKey: z.string() });
const returnedRow = z.object({ ladderDone: z.boolean() });

/** Selects all objects to be kept, except those of retired renditions and of failed trailers. */
export function selectKeptObjects(db: Queryable): Promise<KeptObject[]> {
  return queryRows(
    db,
    keptRow,
    `SELECT o.key, s.rendition_id AS "renditionId", p.id AS "posterId", g.id AS "gateImageId",
             c.id AS "leakCaseId", t.id AS "sourceOf"
     FROM media.stored_objects o
     LEFT JOIN ${SEGMENT_OBJECTS} s ON s.object_key = o.key
     LEFT JOIN media.renditions r ON r.id = s.rendition_id
     LEFT JOIN media.trailers of ON of.id = r.trailer_id
     LEFT JOIN media.posters p ON p.object_key = o.key AND EXISTS (SELECT FROM media.trailers WHERE poster_id = p.id)
     LEFT JOIN media.gate_images g ON g.object_key = o.key
     LEFT JOIN media.leak_cases c ON c.source_key = o.key
     LEFT JOIN media.trailers t ON t.source_key = o.key
     WHERE o.delete_after IS NULL AND r.retired_at IS NULL AND of.status IS DISTINCT FROM 'failed'
       AND t.status IS DISTINCT FROM 'failed'
     ORDER BY o.key`,
  );
}

/** Selects trailers that failed because of lost objects, with the keys of their segments. */
export function selectLostTrailers(db: Queryable): Promise<LostTrailer[]> {
  return queryRows(
    db,
    givenUpRow,
    `SELECT t.id, t.title, array_agg(s.object_key) AS keys
     FROM media.trailers t JOIN media.renditions r ON r.trailer_id = t.id AND r.retired_at IS NULL
     JOIN ${SEGMENT_OBJECTS} s ON s.rendition_id = r.id
     WHERE t.status = 'failed' GROUP BY t.id`,
  );
}

export function selectStorageFacts(
  db: Queryable,
  trailerId: string,
): Promise<TrailerStorageFacts | undefined> {
  return queryRow(
    db,
    storedRow,
    `SELECT id, title, source_key AS "sourceKey", source_etag AS "sourceEtag",
            EXISTS (SELECT FROM media.active_trailers WHERE trailer_id = id) AS active,
            (status = 'processing' OR (status = 'ready' AND NOT ladder_done)) AS "needsSource",
            status = 'expired' AS expired
     FROM media.trailers WHERE id = $1`,
    [trailerId],
  );
}

/** Locks a trailer until the transaction ends. */
export function lockForRepair(db: Queryable, trailerId: string) {
  return queryRow(
    db,
    lockedRow,
    'SELECT status, source_key AS "sourceKey" FROM media.trailers WHERE id = $1 FOR UPDATE',
    [trailerId],
  );
}

/** Deletes the record of a poster's object, which also deletes the poster. */
export async function deletePosterObject(db: Queryable, posterId: string): Promise<void> {
  await execute(
    db,
    'DELETE FROM media.stored_objects WHERE key = (SELECT object_key FROM media.posters WHERE id = $1)',
    [posterId],
  );
}

/** Sets a failed trailer that has renditions back to `ready`. Returns whether its ladder is complete. */
export function markReturned(db: Queryable, trailerId: string) {
  return queryRow(
    db,
    returnedRow,
    `UPDATE media.trailers SET status = 'ready', failure = NULL
     WHERE id = $1 AND status = 'failed'
       AND EXISTS (SELECT FROM media.renditions WHERE trailer_id = trailers.id AND retired_at IS NULL)
     RETURNING ladder_done AS "ladderDone"`,
    [trailerId],
  );
}
