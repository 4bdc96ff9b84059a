import type { TrailerNotice } from '@secure-preview/contracts';
import { type Queryable, queryRow } from '@secure-preview/service-kit/postgres';
import * as z from 'zod';
import type { TrailerJobName } from '../job-queue/enqueue.js';
import { JOBS_SCHEMA } from '../job-queue/jobs-schema.js';
import type { Attempt } from './attempt.js';
import { AttemptSupersededError } from './processing-errors.js';
import { PROGRAM_STEPS } from './steps.js';
import { UNFINISHED } from './unfinished.js';

/** SQL: conditions under which a job has work to do for a trailer. */
const HAS_WORK: Readonly<Record<TrailerJobName, string>> = {
  // A retried job has no work left after it enqueued the finish job.
  'process-trailer': `${UNFINISHED} AND (status = 'processing' OR NOT EXISTS (
    SELECT FROM ${JOBS_SCHEMA}.jobs WHERE key = 'finish:' || trailers.id))`,
  'finish-trailer': `status = 'ready' AND ${UNFINISHED}`,
};

const steps = PROGRAM_STEPS.map((step) => `'${step}'`).join(', ');

/** SQL: the latest attempt ended without a report while a program was running on the upload. */
const ATTEMPT_LOST = `attempt_id IS NOT NULL AND coalesce(step IN (${steps}), false)`;

const sourceRow = z.object({
  key: z.string(),
  etag: z.string(),
  lostAttempts: z.int(),
  markSegmentSeconds: z.number().nullable(),
});
const lockedRow = z.object({});
const finishedRow = z.object({ marked: z.boolean() });
const readyRow = z.object({ order: z.string() });

/** Makes this the current attempt of its trailer if the job has work to do. */
export function beginAttempt(db: Queryable, { trailerId, attemptId }: Attempt, job: TrailerJobName) {
  return queryRow(
    db,
    sourceRow,
    `UPDATE media.trailers SET attempt_id = $2, step = NULL, seconds_left = NULL,
            progress = CASE status WHEN 'ready' THEN progress ELSE 0 END,
            lost_attempts = lost_attempts + (${ATTEMPT_LOST})::integer
     WHERE id = $1 AND ${HAS_WORK[job]}
     RETURNING source_key AS key, source_etag AS etag, lost_attempts AS "lostAttempts",
               mark_segment_seconds AS "markSegmentSeconds"`,
    [trailerId, attemptId],
  );
}

/** Locks the trailer until the transaction ends. @throws AttemptSupersededError */
export async function lockAttempt(db: Queryable, { trailerId, attemptId }: Attempt): Promise<void> {
  const locked = await queryRow(
    db,
    lockedRow,
    'SELECT FROM media.trailers WHERE id = $1 AND attempt_id = $2 FOR UPDATE',
    [trailerId, attemptId],
  );
  if (locked === undefined) throw new AttemptSupersededError();
}

/**
 * Marks a trailer as ready. Returns its upload order, which increases with each upload.
 *
 * @throws AttemptSupersededError
 */
export async function markReady(
  db: Queryable,
  { trailerId, attemptId }: Attempt,
  durationSeconds: number,
): Promise<string> {
  const trailer = await queryRow(
    db,
    readyRow,
    `UPDATE media.trailers SET status = 'ready', duration_seconds = $3, lost_attempts = 0
     WHERE id = $1 AND attempt_id = $2 AND status = 'processing' RETURNING upload_order AS "order"`,
    [trailerId, attemptId, durationSeconds],
  );
  if (trailer === undefined) throw new AttemptSupersededError();
  return trailer.order;
}

/**
 * Ends the processing of a playable trailer, and returns whether it is marked.
 *
 * @throws AttemptSupersededError
 */
export async function markFinished(
  db: Queryable,
  { trailerId, attemptId }: Attempt,
  warnings: readonly TrailerNotice[],
): Promise<boolean> {
  const finished = await queryRow(
    db,
    finishedRow,
    `UPDATE media.trailers SET ladder_done = true, step = NULL, progress = 100, seconds_left = NULL, attempt_id = NULL,
            ladder_warnings = ladder_warnings || $3::jsonb
     WHERE id = $1 AND attempt_id = $2 AND status = 'ready' RETURNING mark_segment_seconds IS NOT NULL AS marked`,
    [trailerId, attemptId, JSON.stringify(warnings)],
  );
  if (finished === undefined) throw new AttemptSupersededError();
  return finished.marked;
}
