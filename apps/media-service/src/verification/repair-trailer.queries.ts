import type { TrailerNotice } from '@secure-preview/contracts';
import { execute } from '@secure-preview/service-kit/postgres';
import { Any, type EntityManager, IsNull } from 'typeorm';
import { enqueue, enqueueForTrailer } from '../job-queue/enqueue.js';
import { removeRenditions } from '../playback/remove-renditions.queries.js';
import { RenditionEntity } from '../playback/rendition.entity.js';
import { ActiveTrailerEntity } from '../trailers/active-trailer.entity.js';
import { TrailerEntity } from '../trailers/trailer.entity.js';

/**
 * Returns whether a trailer is playable without some renditions: with video, and with audio if it had any.
 */
export async function canPlayWithout(
  manager: EntityManager,
  trailerId: string,
  lost: readonly string[],
): Promise<boolean> {
  const listed = await manager.findBy(RenditionEntity, { trailerId, retiredAt: IsNull() });
  const remaining = listed.filter(({ id }) => !lost.includes(id));
  if (remaining.some(({ kind }) => kind === 'muxed')) return true;
  const isAudioLost =
    listed.some(({ kind }) => kind === 'audio') && !remaining.some(({ kind }) => kind === 'audio');
  return remaining.some(({ kind }) => kind === 'video') && !isAudioLost;
}

/**
 * Retires renditions; the sweep removes their remaining objects a day later. If the upload is missing too, ends the
 * processing and removes the record of the upload.
 */
export async function retireRenditions(
  manager: EntityManager,
  trailerId: string,
  renditionIds: readonly string[],
  sourceMissing: boolean,
): Promise<void> {
  const listed = { id: Any([...renditionIds]), retiredAt: IsNull() };
  await manager.update(RenditionEntity, listed, { retiredAt: () => 'clock_timestamp()' });
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
 * Restarts the processing from the upload. An active trailer stays active: viewers see that it is being prepared.
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
 * Fails a trailer with a notice, and deactivates it. Keeps its objects and its key, because the objects may only be
 * inaccessible, for instance due to a mistyped bucket name.
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
