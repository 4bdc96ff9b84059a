import type { TrailerNotice } from '@secure-preview/contracts';
import { execute } from '@secure-preview/service-kit/postgres';
import { Any, type EntityManager, IsNull } from 'typeorm';
import { enqueue, enqueueForTrailer } from '../job-queue/enqueue.js';
import { removeRenditions } from '../playback/remove-renditions.queries.js';
import { RenditionEntity } from '../playback/rendition.entity.js';
import { ActiveTrailerEntity } from '../trailers/active-trailer.entity.js';
import { TrailerEntity } from '../trailers/trailer.entity.js';

/**
 * Returns whether a trailer is playable without some renditions: with a picture, and with sound if it had
 * any.
 */
export async function canPlayWithout(
  manager: EntityManager,
  trailerId: string,
  lost: readonly string[],
): Promise<boolean> {
  const offered = await manager.findBy(RenditionEntity, { trailerId, retiredAt: IsNull() });
  const left = offered.filter(({ id }) => !lost.includes(id));
  if (left.some(({ kind }) => kind === 'muxed')) return true;
  const soundLost =
    offered.some(({ kind }) => kind === 'audio') && !left.some(({ kind }) => kind === 'audio');
  return left.some(({ kind }) => kind === 'video') && !soundLost;
}

/**
 * Retires renditions; the sweep removes the rest of them a day later. If the upload is missing too, ends the
 * processing and forgets the upload.
 */
export async function retireRenditions(
  manager: EntityManager,
  trailerId: string,
  renditionIds: readonly string[],
  sourceMissing: boolean,
): Promise<void> {
  const offered = { id: Any([...renditionIds]), retiredAt: IsNull() };
  await manager.update(RenditionEntity, offered, { retiredAt: () => 'clock_timestamp()' });
  if (!sourceMissing) return;
  const finished = { ladderDone: true, attemptId: null, step: null, secondsLeft: null, progress: 100 };
  await manager.update(TrailerEntity, { id: trailerId }, finished);
  await execute(
    manager,
    'DELETE FROM media.stored_objects WHERE key = (SELECT source_key FROM media.trailers WHERE id = $1)',
    [trailerId],
  );
}

/**
 * Restarts the processing from the upload. The pointer to the active trailer stays: viewers see that the
 * trailer is being prepared.
 */
export async function processAgain(manager: EntityManager, trailerId: string): Promise<void> {
  await removeRenditions(manager, trailerId);
  await manager.update(
    TrailerEntity,
    { id: trailerId },
    {
      status: 'processing',
      ladderDone: false,
      step: null,
      progress: 0,
      secondsLeft: null,
      attemptId: null,
      lostAttempts: 0,
      cancelledAt: null,
      ladderWarnings: [],
    },
  );
  await enqueueForTrailer(manager, 'process-trailer', { trailerId });
  await enqueue(manager, 'sweep', {}, 'sweep');
}

/**
 * Fails a trailer with a notice, and deactivates it. Keeps its objects and its key: the objects may only be
 * inaccessible, as with a mistyped bucket name.
 */
export async function failTrailer(
  manager: EntityManager,
  trailerId: string,
  failure: TrailerNotice,
): Promise<void> {
  await execute(
    manager,
    `UPDATE media.trailers SET status = 'failed', failure = $2::jsonb, ladder_done = ladder_done OR status = 'processing',
            step = NULL, seconds_left = NULL, attempt_id = NULL WHERE id = $1`,
    [trailerId, JSON.stringify(failure)],
  );
  await manager.delete(ActiveTrailerEntity, { trailerId });
}
