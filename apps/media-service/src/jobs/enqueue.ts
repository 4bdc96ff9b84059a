import { type Origin, presentOrigin } from '@secure-preview/service-kit';
import { JOBS_SCHEMA } from '../database/data-source.js';

interface AnyJob {
  /** The request that it follows from; what has none was begun by the portal or by a command. */
  readonly origin?: Origin | undefined;
}

interface TrailerJob extends AnyJob {
  readonly trailerId: string;
  /** Times in a row that the storage was away when it was tried. */
  readonly storageWaits?: number;
}

export interface MediaJobs {
  /** Makes an upload playable. */
  'process-trailer': TrailerJob;
  /** Makes what is missing of a trailer that can be played. */
  'finish-trailer': TrailerJob;
  sweep: AnyJob;
}

export type TrailerJobName = 'process-trailer' | 'finish-trailer';

/** Whatever runs SQL within the transaction that the job belongs to. */
interface Transaction {
  query(sql: string, parameters: unknown[]): Promise<unknown>;
}

/** Tries of one job; the waits between them grow to 6 h and add up to several days. */
const MAX_ATTEMPTS = 25;

interface Conditions {
  /** Not before so many seconds have passed. */
  readonly delaySeconds?: number;
  /** Jobs of one queue are run one after the other, whichever worker takes them. */
  readonly queue?: string | undefined;
}

/**
 * Adds a job in the caller's transaction: it exists exactly if that commits. Jobs of one key are one job. What a job
 * adds has the job's own origin.
 */
export async function enqueue<Name extends keyof MediaJobs>(
  transaction: Transaction,
  name: Name,
  payload: MediaJobs[Name],
  key: string,
  { delaySeconds = 0, queue }: Conditions = {},
): Promise<void> {
  await transaction.query(
    `SELECT ${JOBS_SCHEMA}.add_job($1, payload => $2::json, job_key => $3, max_attempts => $4, queue_name => $5,
                                   run_at => now() + make_interval(secs => $6))`,
    [
      name,
      JSON.stringify({ origin: presentOrigin(), ...payload }),
      key,
      MAX_ATTEMPTS,
      queue ?? null,
      delaySeconds,
    ],
  );
}

const PREFIXES: Readonly<Record<TrailerJobName, string>> = {
  'process-trailer': 'process:',
  'finish-trailer': 'finish:',
};

/** Adds a job for a trailer, in place of one of the same name that waits. */
export function enqueueForTrailer(
  transaction: Transaction,
  name: TrailerJobName,
  payload: TrailerJob,
  conditions?: Conditions,
): Promise<void> {
  return enqueue(transaction, name, payload, `${PREFIXES[name]}${payload.trailerId}`, conditions);
}

/** Removes the jobs of a trailer that wait; one that is at work learns of it by itself. */
export async function removeWaitingJobs(transaction: Transaction, trailerId: string): Promise<void> {
  await transaction.query(
    `SELECT ${JOBS_SCHEMA}.complete_jobs(ARRAY(
       SELECT id FROM ${JOBS_SCHEMA}.jobs WHERE key = ANY($1) AND locked_at IS NULL))`,
    [Object.values(PREFIXES).map((prefix) => `${prefix}${trailerId}`)],
  );
}
