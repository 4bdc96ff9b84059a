import type { EntityManager } from 'typeorm';
import { enqueue, enqueueForTrailer } from '../../job-queue/enqueue.js';
import { removeRenditions } from '../../storage/object-claims.queries.js';

interface Offered {
  readonly id: string;
  readonly kind: 'video' | 'audio' | 'muxed';
}

/**
 * Returns whether a trailer is playable without some renditions: with a picture, and with sound if it had
 * any.
 */
export async function canPlayWithout(
  manager: EntityManager,
  trailerId: string,
  lost: readonly string[],
): Promise<boolean> {
  const offered = await manager.query<Offered[]>(
    'SELECT id, kind FROM rendition WHERE trailer_id = $1 AND retired_at IS NULL',
    [trailerId],
  );
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
  await manager.query(
    'UPDATE rendition SET retired_at = clock_timestamp() WHERE id = ANY($1) AND retired_at IS NULL',
    [renditionIds],
  );
  if (!sourceMissing) return;
  await manager.query(
    `UPDATE trailer SET ladder_done = true, attempt_id = NULL, step = NULL, seconds_left = NULL, progress = 100
     WHERE id = $1`,
    [trailerId],
  );
  await manager.query(
    'DELETE FROM stored_object WHERE key = (SELECT source_key FROM trailer WHERE id = $1)',
    [trailerId],
  );
}

/**
 * Restarts the processing from the upload. The pointer to the active trailer stays: viewers see that the
 * trailer is being prepared.
 */
export async function processAgain(manager: EntityManager, trailerId: string): Promise<void> {
  await removeRenditions(manager, trailerId);
  await manager.query(
    `UPDATE trailer SET status = 'processing', ladder_done = false, step = NULL, progress = 0, seconds_left = NULL,
            attempt_id = NULL, lost_attempts = 0, cancelled_at = NULL, ladder_warning = NULL WHERE id = $1`,
    [trailerId],
  );
  await enqueueForTrailer(manager, 'process-trailer', { trailerId });
  await enqueue(manager, 'sweep', {}, 'sweep');
}

/**
 * Fails a trailer with a sentence, and deactivates it. Its objects stay, because they may only be out of
 * sight, as with a mistyped bucket. So does the key, without which they are noise.
 */
export async function failTrailer(
  manager: EntityManager,
  trailerId: string,
  sentence: string,
): Promise<void> {
  await manager.query(
    `UPDATE trailer SET status = 'failed', failure = $2, ladder_done = ladder_done OR status = 'processing',
            step = NULL, seconds_left = NULL, attempt_id = NULL WHERE id = $1`,
    [trailerId, sentence],
  );
  await manager.query('DELETE FROM active_trailer WHERE trailer_id = $1', [trailerId]);
}
