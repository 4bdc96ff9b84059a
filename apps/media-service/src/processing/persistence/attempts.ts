import { JOBS_SCHEMA } from '../../database/data-source.js';
import type { TrailerJobName } from '../../jobs/enqueue.js';
import { PROGRAM_STEPS } from '../steps.js';
import { UNFINISHED } from './unfinished.js';

/** SQL: trailers that a job has something to do for. */
export const TO_DO: Readonly<Record<TrailerJobName, string>> = {
  // What it has handed over is no more its own, though it be tried again.
  'process-trailer': `${UNFINISHED} AND (status = 'processing' OR NOT EXISTS (
    SELECT FROM ${JOBS_SCHEMA}.jobs WHERE key = 'finish:' || trailer.id))`,
  'finish-trailer': `status = 'ready' AND ${UNFINISHED}`,
};

const steps = PROGRAM_STEPS.map((step) => `'${step}'`).join(', ');

/** SQL: the latest attempt ended without a word while a program was at work on the upload. */
export const ATTEMPT_LOST = `attempt_id IS NOT NULL AND coalesce(step IN (${steps}), false)`;
