import { AppError } from '@secure-preview/contracts';
import type { Origin } from '@secure-preview/service-kit';
import { execute, type Queryable, queryRow } from '@secure-preview/service-kit/postgres';
import type { EntityManager } from 'typeorm';
import * as z from 'zod';
import { enqueueForTrailer } from '../job-queue/enqueue.js';
import { keepPoster } from '../posters/poster-claims.queries.js';
import { selectBeingMarked } from './trailer.queries.js';

/** A marked version to be made from the kept upload of a trailer. */
export interface MarkedVersion {
  readonly id: string;
  /** Id of the trailer with the upload. */
  readonly trailerId: string;
  /** Seconds of a marked segment. */
  readonly segmentSeconds: number;
}

const sourceRow = z.object({
  key: z.string(),
  etag: z.string(),
  posterId: z.string().nullable(),
});

/** Selects the upload of a trailer; undefined if it is not kept. */
export function selectKeptSource(db: Queryable, trailerId: string, lock = '') {
  return queryRow(
    db,
    sourceRow,
    `SELECT o.key, t.source_etag AS etag, t.poster_id AS "posterId"
     FROM media.trailers t JOIN media.stored_objects o ON o.key = t.source_key
     WHERE t.id = $1 AND o.delete_after IS NULL ${lock}`,
    [trailerId],
  );
}

/**
 * Stores a marked version with the upload, texts, poster and captions of a locked trailer, and its processing job. Does
 * nothing while such a version is being made. Returns the id of the version.
 *
 * @throws AppError `SOURCE_NOT_KEPT`
 */
export async function insertMarkedVersion(
  manager: EntityManager,
  { id, trailerId, segmentSeconds }: MarkedVersion,
  commandId: string,
  origin: Origin | undefined,
): Promise<string> {
  // The lock makes requests for the same upload and its release wait for each other.
  const source = await selectKeptSource(manager, trailerId, 'FOR UPDATE OF o');
  if (source === undefined) throw new AppError('SOURCE_NOT_KEPT');
  const existing = await selectBeingMarked(manager, source.key, segmentSeconds);
  if (existing !== undefined) return existing.id;
  const hasPoster = source.posterId !== null && (await keepPoster(manager, source.posterId));
  await execute(
    manager,
    `INSERT INTO media.trailers (id, command_id, title, description, poster_id, source_key, source_etag, source_bytes,
                                 mark_segment_seconds, shares_source)
     SELECT $2, $3, title, description, CASE WHEN $4 THEN poster_id END, source_key, source_etag, source_bytes, $5, true
     FROM media.trailers WHERE id = $1`,
    [trailerId, id, commandId, hasPoster, segmentSeconds],
  );
  await execute(
    manager,
    `INSERT INTO media.captions (id, command_id, trailer_id, language, label, body)
     SELECT gen_random_uuid(), $3 || ' ' || language, $2, language, label, body
     FROM media.captions WHERE trailer_id = $1`,
    [trailerId, id, commandId],
  );
  await enqueueForTrailer(manager, 'process-trailer', { trailerId: id, origin });
  return id;
}
