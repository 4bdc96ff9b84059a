import { AppError } from '@secure-preview/contracts';
import type { Origin } from '@secure-preview/service-kit';
import type { EntityManager } from 'typeorm';
import { enqueueForTrailer } from '../../job-queue/enqueue.js';
import { keepObject, keepPoster } from '../../storage/object-claims.queries.js';
import type { NewTrailer } from '../trailer.js';

const POSTER_GONE = 'The poster was not applied: it was uploaded too long ago';

/** Stores an accepted trailer. Returns false when the command or the upload has already created one. */
export async function acceptTrailer(
  manager: EntityManager,
  trailer: NewTrailer,
  commandId: string,
  origin: Origin,
): Promise<boolean> {
  const { posterId, source } = trailer;
  const inserted = await manager.query<{ id: string }[]>(
    `INSERT INTO trailer (id, command_id, title, description, poster_id, warning,
                          source_key, source_etag, source_bytes)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING RETURNING id`,
    [
      trailer.id,
      commandId,
      trailer.title,
      trailer.description,
      posterId,
      trailer.warning,
      source.key,
      source.etag,
      source.bytes,
    ],
  );
  if (inserted.length === 0) return false;
  if (posterId !== null && !(await keepPoster(manager, posterId))) {
    const gone = [trailer.id, POSTER_GONE];
    await manager.query('UPDATE trailer SET poster_id = NULL, warning = $2 WHERE id = $1', gone);
  }
  if (!(await keepObject(manager, source.key))) throw new AppError('UPLOAD_MISSING');
  await enqueueForTrailer(manager, 'process-trailer', { trailerId: trailer.id, origin });
  return true;
}
