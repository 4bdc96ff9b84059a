import type { Queryable } from '@secure-preview/service-kit/postgres';
import type { EntityManager } from 'typeorm';
import { enqueue, enqueueForTrailer } from '../job-queue/enqueue.js';
import { releaseAttempts, releaseSource } from '../storage/object-claims.queries.js';
import { TrailerEntity } from '../trailers/trailer.entity.js';
import type { Attempt, NextJob } from './attempt.js';
import { AttemptSupersededError } from './processing-errors.js';

/**
 * Queue for jobs that may have crashed their workers. The jobs run one at a time, to identify the job that crashes its
 * worker.
 */
const SUSPECTS = 'suspects';

/** Criteria of an attempt that is not superseded. */
export const currentAttempt = ({ trailerId, attemptId }: Attempt) => ({ id: trailerId, attemptId });

/** Ends an attempt and shows the step in which its trailer waits; returns false when it is superseded. */
export async function endAttempt(
  manager: EntityManager,
  attempt: Attempt,
  step: string | null,
): Promise<boolean> {
  const ended = await manager.update(TrailerEntity, currentAttempt(attempt), {
    attemptId: null,
    step,
    secondsLeft: null,
  });
  if (ended.affected === 0) return false;
  await releaseAttempts(manager, attempt.trailerId);
  return true;
}

/** Ends an attempt and enqueues a job for the remaining work. @throws AttemptSupersededError */
export async function reschedule(
  manager: EntityManager,
  attempt: Attempt,
  { job, step, delaySeconds, alone, storageWaits }: NextJob,
): Promise<void> {
  const { trailerId } = attempt;
  if (!(await endAttempt(manager, attempt, step))) throw new AttemptSupersededError();
  const queue = alone ? SUSPECTS : undefined;
  await enqueueForTrailer(manager, job, { trailerId, storageWaits }, { delaySeconds, queue });
}

/** Releases unneeded objects of a trailer to the sweep, including the upload unless `keepSource` is set. */
export async function releaseUnneeded(db: Queryable, trailerId: string, keepSource: boolean): Promise<void> {
  if (!keepSource) await releaseSource(db, trailerId);
  await releaseAttempts(db, trailerId);
  await enqueue(db, 'sweep', {}, 'sweep');
}
