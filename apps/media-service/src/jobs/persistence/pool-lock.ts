/** First half of the key of the locks, so that they meet no other; "SPJ" and a counter. */
export const LOCK_CLASS = 0x53_50_4a_01;

/**
 * SQL: whether a pool of workers lives. Each holds a lock of its session under its id, which Postgres drops when the
 * process is gone.
 *
 * @param pool SQL for the id
 */
export const poolLives = (pool: string): string => `EXISTS (
  SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND classid = ${LOCK_CLASS}::bigint::oid AND objid = (hashtext(${pool})::bigint & 4294967295)::oid)`;

/**
 * SQL: whether a worker is at a job. What a dead one left waits until another gives it back.
 *
 * @param job SQL for the row of the job
 */
export const isTaken = (job: string): string =>
  `(${job}.locked_at IS NOT NULL AND ${poolLives(`${job}.locked_by`)})`;
