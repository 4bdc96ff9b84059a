import { inSpanOf, parseTraceparent, traceparentOf, withOrigin } from '@secure-preview/service-kit';
import type { Job } from 'graphile-worker';
import * as z from 'zod';

export type ObservedJob = Pick<Job, 'task_identifier' | 'id' | 'attempts' | 'payload' | 'run_at'>;

/**
 * Origin in a payload, written by this or the previous version. The job runs even if its origin is unreadable.
 */
const payload = z.object({
  origin: z.object({ requestId: z.string(), traceparent: z.string().optional() }).optional().catch(undefined),
});

/**
 * Runs one attempt of a job in a child span of the request that caused it, which may have ended long ago. Scheduled
 * sweeps are not traced.
 */
export function withOriginOfJob(job: ObservedJob, work: () => Promise<void>): Promise<void> {
  const { task_identifier: task, attempts, run_at: due } = job;
  const { origin } = payload.catch({}).parse(job.payload);
  if (origin === undefined && task === 'sweep') return work();
  const attributes = {
    'portal.job.task': task,
    'portal.job.attempt': attempts,
    'portal.queue_wait_seconds': Math.max(0, Date.now() - due.getTime()) / 1000,
    ...(origin && { 'portal.request_id': origin.requestId }),
  };
  const span = { name: `job ${task}`, kind: 'consumer', attributes } as const;
  return inSpanOf(parseTraceparent(origin?.traceparent), span, (jobSpan) => {
    const childOrigin = jobSpan && { traceparent: traceparentOf(jobSpan.trace) };
    return withOrigin(origin && { ...origin, ...childOrigin }, work);
  });
}
