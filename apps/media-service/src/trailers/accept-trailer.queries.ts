import { AppError, notice } from '@secure-preview/contracts';
import type { Origin } from '@secure-preview/service-kit';
import { execute, type Queryable } from '@secure-preview/service-kit/postgres';
import type { EntityManager } from 'typeorm';
import { enqueueForTrailer } from '../job-queue/enqueue.js';
import { keepPoster } from '../posters/poster-claims.queries.js';
import { keepObject } from '../storage/object-claims.queries.js';
import { TrailerEntity } from './trailer.entity.js';
import type { NewTrailer } from './trailer.js';

const POSTER_EXPIRED = notice('POSTER_EXPIRED');

/** Inserts a trailer; returns false if the command or the upload already has one. */
async function insertTrailer(db: Queryable, trailer: NewTrailer, commandId: string): Promise<boolean> {
  const { source } = trailer;
  const inserted = await execute(
    db,
    `INSERT INTO media.trailers (id, command_id, title, description, poster_id, warning,
                          source_key, source_etag, source_bytes, mark_segment_seconds)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING RETURNING id`,
    [
      trailer.id,
      commandId,
      trailer.title,
      trailer.description,
      trailer.posterId,
      trailer.warning && JSON.stringify(trailer.warning),
      source.key,
      source.etag,
      source.bytes,
      trailer.markSegmentSeconds,
    ],
  );
  return inserted > 0;
}

/** Stores an accepted trailer. Does nothing if the command or the upload already has one. */
export async function acceptTrailer(
  manager: EntityManager,
  trailer: NewTrailer,
  commandId: string,
  origin: Origin | undefined,
): Promise<void> {
  const { id, posterId, source } = trailer;
  if (!(await insertTrailer(manager, trailer, commandId))) return;
  if (posterId !== null && !(await keepPoster(manager, posterId))) {
    await manager.update(TrailerEntity, { id }, { posterId: null, warning: POSTER_EXPIRED });
  }
  if (!(await keepObject(manager, source.key))) throw new AppError('UPLOAD_MISSING');
  await enqueueForTrailer(manager, 'process-trailer', { trailerId: id, origin });
}
