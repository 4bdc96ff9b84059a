import type { Logger } from '@secure-preview/service-kit';
import { measuredPool } from '@secure-preview/service-kit/postgres';
import type { Pool, PoolClient } from 'pg';

type Release = (error?: Error | boolean) => void;
type ConnectCallback = (error: Error | undefined, client: PoolClient | undefined, release: Release) => void;
type Connect = (callback?: ConnectCallback) => unknown;

/** Wraps `release` so that only the first call has an effect. */
function once(release: Release): Release {
  let isReleased = false;
  return (error) => {
    if (isReleased) return;
    isReleased = true;
    release(error);
  };
}

/**
 * Ignores a second release of a connection that was requested with a callback. graphile-worker 0.17.3 releases the
 * connection that listens for jobs twice if it is lost while its runner ends (`release` in its main.js). pg-pool then
 * throws, which would end the process.
 */
function ignoreSecondRelease(pool: Pool): void {
  const connect: Connect = pool.connect.bind(pool);
  const connectReleasingOnce: Connect = (callback) =>
    callback ? connect((error, client, release) => callback(error, client, once(release))) : connect();
  pool.connect = connectReleasingOnce as typeof pool.connect;
}

/** Creates the pool of connections for jobs. Lost connections are logged, and replaced when they are needed. */
export function jobsPool(connectionString: string, max: number, logger: Pick<Logger, 'debug'>): Pool {
  const pool = measuredPool('media-jobs', {
    connectionString,
    max,
    connectionTimeoutMillis: 3000,
    statement_timeout: 10_000,
    application_name: 'secure-preview-media-jobs',
    keepAlive: true,
  });
  const report = (error: Error) => logger.debug({ err: error }, 'a connection for jobs was lost');
  pool.on('error', report);
  pool.on('connect', (client) => client.on('error', report));
  ignoreSecondRelease(pool);
  return pool;
}
