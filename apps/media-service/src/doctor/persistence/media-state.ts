import type { DataSource } from 'typeorm';
import { JOBS_SCHEMA } from '../../job-queue/jobs-schema.js';
import { isTaken } from '../../job-queue/pool-lock.js';
import { UNFINISHED } from '../../processing/persistence/unfinished.js';

export interface WrappedKey {
  readonly trailerId: string;
  readonly wrapped: Buffer;
}

export interface QueueState {
  /** Jobs that no live worker is running. */
  readonly waiting: number;
  /** Minutes since the oldest runnable one became due, or since its dead worker took it. */
  readonly overdueMinutes: number;
  /** Unfinished trailers without a job that will still run. */
  readonly givenUp: number;
}

export function wrappedKeys(dataSource: DataSource): Promise<WrappedKey[]> {
  return dataSource.query('SELECT trailer_id AS "trailerId", wrapped FROM trailer_key');
}

export async function queueState(dataSource: DataSource): Promise<QueueState> {
  const [state] = await dataSource.query<QueueState[]>(
    `SELECT (SELECT count(*)::int FROM ${JOBS_SCHEMA}.jobs j WHERE NOT ${isTaken('j')}) AS waiting,
            (SELECT coalesce(extract(epoch FROM max(now() - coalesce(locked_at, run_at))) / 60, 0)::float8
             FROM ${JOBS_SCHEMA}.jobs j WHERE NOT ${isTaken('j')} AND attempts < max_attempts AND run_at < now()) AS "overdueMinutes",
            (SELECT count(*)::int FROM trailer t WHERE ${UNFINISHED} AND NOT EXISTS (
               SELECT FROM ${JOBS_SCHEMA}.jobs j WHERE j.key IN ('process:' || t.id, 'finish:' || t.id)
                 AND (${isTaken('j')} OR j.attempts < j.max_attempts))) AS "givenUp"`,
  );
  if (state === undefined) throw new Error('the queue could not be read');
  return state;
}
