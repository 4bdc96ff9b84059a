import { notice } from '@secure-preview/contracts';
import { execute, type Queryable } from '@secure-preview/service-kit/postgres';
import { enqueue, removeWaitingJobs } from '../job-queue/enqueue.js';
import { releaseAttempts, releaseSource } from '../storage/object-claims.queries.js';

const CANCELLED = notice('PROCESSING_CANCELLED');
const SIZES_CANCELLED = notice('SIZES_CANCELLED');

/**
 * Ends the processing of a locked trailer, and removes its waiting job. A running worker detects at its next report
 * that its attempt is superseded.
 */
export async function cancelProcessing(db: Queryable, id: string, keepSource: boolean): Promise<void> {
  await execute(
    db,
    `UPDATE media.trailers SET cancelled_at = clock_timestamp(), ladder_done = true, attempt_id = NULL, step = NULL,
            seconds_left = NULL, progress = CASE status WHEN 'ready' THEN 100 ELSE progress END,
            failure = CASE status WHEN 'ready' THEN NULL ELSE $2::jsonb END,
            ladder_warnings = CASE status WHEN 'ready' THEN ladder_warnings || $3::jsonb ELSE '[]' END,
            status = CASE status WHEN 'ready' THEN 'ready' ELSE 'failed' END
     WHERE id = $1`,
    [id, JSON.stringify(CANCELLED), JSON.stringify([SIZES_CANCELLED])],
  );
  await removeWaitingJobs(db, id);
  await releaseAttempts(db, id);
  if (!keepSource) await releaseSource(db, id);
  await enqueue(db, 'sweep', {}, 'sweep');
}
