import type { EntityManager } from 'typeorm';
import { enqueueForTrailer } from '../../job-queue/enqueue.js';
import { releaseAttempts } from '../../storage/object-claims.queries.js';
import type { Attempt, NextJob } from '../processing.repository.js';
import { AttemptSupersededError } from '../processing-errors.js';

/**
 * Queue for jobs that may have crashed their workers. They run one at a time, to identify the one that
 * crashes.
 */
const SUSPECTS = 'suspects';

/** Ends an attempt and leaves the rest to a new job. @throws AttemptSupersededError */
export async function putOff(
  manager: Pick<EntityManager, 'query'>,
  { trailerId, attemptId }: Attempt,
  { job, step, delaySeconds, alone, storageWaits }: NextJob,
): Promise<void> {
  const [, updated] = (await manager.query(
    'UPDATE trailer SET attempt_id = NULL, step = $3, seconds_left = NULL WHERE id = $1 AND attempt_id = $2',
    [trailerId, attemptId, step],
  )) as [unknown, number];
  if (updated === 0) throw new AttemptSupersededError();
  await releaseAttempts(manager, trailerId);
  const queue = alone ? SUSPECTS : undefined;
  await enqueueForTrailer(manager, job, { trailerId, storageWaits }, { delaySeconds, queue });
}
