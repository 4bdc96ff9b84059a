import { JOBS_SCHEMA } from '../database/data-source.js';

export interface MediaJobs {
  'process-trailer': { trailerId: string };
  sweep: Record<string, never>;
}

/** Whatever runs SQL within the transaction that the job belongs to. */
interface Transaction {
  query(sql: string, parameters: unknown[]): Promise<unknown>;
}

/** Tries of one job; the waits between them grow to 6 h and add up to several days. */
const MAX_ATTEMPTS = 25;

/** Adds a job in the caller's transaction: it exists exactly if that commits. Jobs of one key are one job. */
export async function enqueue<Name extends keyof MediaJobs>(
  transaction: Transaction,
  name: Name,
  payload: MediaJobs[Name],
  key: string,
): Promise<void> {
  await transaction.query(
    `SELECT ${JOBS_SCHEMA}.add_job($1, payload => $2::json, job_key => $3, max_attempts => $4)`,
    [name, JSON.stringify(payload), key, MAX_ATTEMPTS],
  );
}
