import { type Logger, metric, secondsSince } from '@secure-preview/service-kit';
import { WORK_SECONDS } from '../processing/processing.metrics.js';
import { AttemptSupersededError } from '../processing/processing-errors.js';
import { type ObservedJob, withOriginOfJob } from './job-trace.js';

const duration = metric.seconds(
  'portal_job_duration_seconds',
  'Duration of one attempt of a job, by task and outcome (ok, failed, superseded, or stopped with its worker).',
  ['task', 'outcome'],
  WORK_SECONDS,
);

/** Measures, traces and logs one attempt of a job, as part of the request that caused it. */
export function observeJob(
  job: ObservedJob,
  abortSignal: AbortSignal | undefined,
  logger: Logger,
  work: () => Promise<void>,
): Promise<void> {
  return withOriginOfJob(job, () => timed(job, abortSignal, logger, work));
}

type Outcome = 'ok' | 'failed' | 'superseded' | 'stopped';

function outcomeOf(error: unknown, abortSignal: AbortSignal | undefined): Outcome {
  if (error instanceof AttemptSupersededError) return 'superseded';
  return abortSignal?.aborted ? 'stopped' : 'failed';
}

async function timed(
  { task_identifier: task, id, attempts }: ObservedJob,
  abortSignal: AbortSignal | undefined,
  logger: Logger,
  work: () => Promise<void>,
): Promise<void> {
  const start = performance.now();
  let outcome: Outcome = 'ok';
  try {
    await work();
  } catch (error) {
    outcome = outcomeOf(error, abortSignal);
    throw error;
  } finally {
    const seconds = secondsSince(start);
    duration.observe({ task, outcome }, seconds);
    logger.info(
      { task, jobId: id, attempts, outcome, responseTime: Math.round(seconds * 1000) },
      'job ended',
    );
  }
}
