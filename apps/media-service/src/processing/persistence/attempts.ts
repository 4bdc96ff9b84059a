import type { TrailerJobName } from '../../job-queue/enqueue.js';
import { JOBS_SCHEMA } from '../../job-queue/jobs-schema.js';
import { PROGRAM_STEPS } from '../steps.js';
import { UNFINISHED } from './unfinished.js';

/** SQL: conditions under which a job has work to do for a trailer. */
export const TO_DO: Readonly<Record<TrailerJobName, string>> = {
  // A retried job no longer owns what it has handed over to the next job.
  'process-trailer': `${UNFINISHED} AND (status = 'processing' OR NOT EXISTS (
    SELECT FROM ${JOBS_SCHEMA}.jobs WHERE key = 'finish:' || trailer.id))`,
  'finish-trailer': `status = 'ready' AND ${UNFINISHED}`,
};

const steps = PROGRAM_STEPS.map((step) => `'${step}'`).join(', ');

/** SQL: the latest attempt ended without a report while a program was running on the upload. */
export const ATTEMPT_LOST = `attempt_id IS NOT NULL AND coalesce(step IN (${steps}), false)`;
