import { execute, type Queryable } from '@secure-preview/service-kit/postgres';
import { enqueue, removeWaitingJobs } from '../job-queue/enqueue.js';
import { releaseAttempts, releaseSource } from '../storage/object-claims.queries.js';

const SIZES_CANCELLED = 'The larger sizes were cancelled.';

/**
 * Ends the processing of a locked trailer, whether or not a worker is running it. Such a worker finds at its
 * next report that its attempt is superseded. A waiting job is removed.
 */
export async function cancelProcessing(
  db: Queryable,
  id: string,
  sentence: string,
  keepSource: boolean,
): Promise<void> {
  await execute(
    db,
    `UPDATE trailer SET cancelled_at = clock_timestamp(), ladder_done = true, attempt_id = NULL, step = NULL,
            seconds_left = NULL, progress = CASE status WHEN 'ready' THEN 100 ELSE progress END,
            failure = CASE status WHEN 'ready' THEN NULL ELSE $2 END,
            ladder_warning = CASE status WHEN 'ready' THEN concat_ws(' ', ladder_warning, $3::text) END,
            status = CASE status WHEN 'ready' THEN 'ready' ELSE 'failed' END
     WHERE id = $1`,
    [id, sentence, SIZES_CANCELLED],
  );
  await removeWaitingJobs(db, id);
  await releaseAttempts(db, id);
  if (!keepSource) await releaseSource(db, id);
  await enqueue(db, 'sweep', {}, 'sweep');
}
