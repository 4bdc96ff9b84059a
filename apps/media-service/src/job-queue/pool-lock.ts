/** First half of the lock keys, which avoids collisions with other locks: "SPJ" and a counter. */
export const LOCK_CLASS = 0x53_50_4a_01;

/**
 * Returns SQL: whether a worker pool is alive. Each pool holds a session-level advisory lock under its id.
 * Postgres releases it when the process ends.
 *
 * @param pool SQL for the id
 */
export const isPoolAlive = (pool: string): string => `EXISTS (
  SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND classid = ${LOCK_CLASS}::bigint::oid AND objid = (hashtext(${pool})::bigint & 4294967295)::oid)`;

/**
 * Returns SQL: whether a live worker is running a job. A job of a dead worker waits until another worker
 * releases it.
 *
 * @param job SQL for the row of the job
 */
export const isBeingRun = (job: string): string =>
  `(${job}.locked_at IS NOT NULL AND ${isPoolAlive(`${job}.locked_by`)})`;
