import { currentOrigin, type Origin } from '@secure-preview/service-kit';
import { execute, type Queryable } from '@secure-preview/service-kit/postgres';
import { JOBS_SCHEMA } from './jobs-schema.js';

interface JobOrigin {
  /** The request that caused the job; absent if the portal or a command added the job. */
  readonly origin?: Origin | undefined;
}

interface TrailerJob extends JobOrigin {
  readonly trailerId: string;
  /** Consecutive attempts that failed because the storage was unavailable. */
  readonly storageWaits?: number;
}

interface ClipJob extends JobOrigin {
  readonly caseId: string;
  /** Consecutive attempts that failed because the storage was unavailable. */
  readonly storageWaits?: number;
}

export interface MediaJobs {
  /** Makes an upload playable. */
  'process-trailer': TrailerJob;
  /** Creates the missing renditions of a playable trailer. */
  'finish-trailer': TrailerJob;
  /** Reads the marks of a found copy. */
  'read-clip': ClipJob;
  /** Indexes a marked trailer, and tries whether its marks can be read. */
  'index-marks': TrailerJob;
  sweep: JobOrigin;
}

export type TrailerJobName = 'process-trailer' | 'finish-trailer';

/** Attempts of one job. The delays between them grow to 6 h and add up to several days. */
const MAX_ATTEMPTS = 25;
/** Attempts to index a trailer. Even if all end with the worker, no upload that it processes is given up. */
const INDEX_ATTEMPTS = 5;

interface JobOptions {
  /** Seconds to wait before the first attempt. */
  readonly delaySeconds?: number;
  /** Jobs of one queue run one after the other, across all workers. */
  readonly queue?: string | undefined;
  readonly maxAttempts?: number;
}

/**
 * Adds a job in the caller's transaction, so the job exists only if the transaction commits. Jobs with the same key are
 * merged. A job that another job adds inherits the origin of that job.
 */
export async function enqueue<Name extends keyof MediaJobs>(
  transaction: Queryable,
  name: Name,
  payload: MediaJobs[Name],
  key: string,
  { delaySeconds = 0, queue, maxAttempts = MAX_ATTEMPTS }: JobOptions = {},
): Promise<void> {
  await execute(
    transaction,
    `SELECT ${JOBS_SCHEMA}.add_job($1, payload => $2::json, job_key => $3, max_attempts => $4, queue_name => $5,
                                   run_at => now() + make_interval(secs => $6))`,
    [
      name,
      JSON.stringify({ origin: currentOrigin(), ...payload }),
      key,
      maxAttempts,
      queue ?? null,
      delaySeconds,
    ],
  );
}

const PREFIXES: Readonly<Record<TrailerJobName, string>> = {
  'process-trailer': 'process:',
  'finish-trailer': 'finish:',
};

/** Adds a job for a trailer, replacing a waiting job of the same name. */
export function enqueueForTrailer(
  transaction: Queryable,
  name: TrailerJobName,
  payload: TrailerJob,
  options?: JobOptions,
): Promise<void> {
  return enqueue(transaction, name, payload, `${PREFIXES[name]}${payload.trailerId}`, options);
}

const clipKey = (caseId: string) => `clip:${caseId}`;

/** Adds a job that reads the clip of a case, replacing a waiting one. */
export function enqueueClip(transaction: Queryable, payload: ClipJob, options?: JobOptions): Promise<void> {
  return enqueue(transaction, 'read-clip', payload, clipKey(payload.caseId), options);
}

/** Removes the waiting job of a case. A running job detects that it is superseded. */
export function removeWaitingClip(transaction: Queryable, caseId: string): Promise<void> {
  return removeWaiting(transaction, [clipKey(caseId)]);
}

/** Adds a job that indexes a marked trailer, replacing a waiting one. */
export function enqueueIndexing(
  transaction: Queryable,
  payload: TrailerJob,
  delaySeconds = 0,
): Promise<void> {
  const options = { delaySeconds, maxAttempts: INDEX_ATTEMPTS };
  return enqueue(transaction, 'index-marks', payload, `index:${payload.trailerId}`, options);
}

/** Removes the waiting jobs of a trailer. A running job detects that it is superseded. */
export function removeWaitingJobs(transaction: Queryable, trailerId: string): Promise<void> {
  return removeWaiting(
    transaction,
    Object.values(PREFIXES).map((prefix) => `${prefix}${trailerId}`),
  );
}

async function removeWaiting(transaction: Queryable, keys: readonly string[]): Promise<void> {
  await execute(
    transaction,
    `SELECT ${JOBS_SCHEMA}.complete_jobs(ARRAY(
       SELECT id FROM ${JOBS_SCHEMA}.jobs WHERE key = ANY($1) AND locked_at IS NULL))`,
    [keys],
  );
}
