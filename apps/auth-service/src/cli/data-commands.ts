import { once } from 'node:events';
import { createLogger, env, environmentOrExit } from '@secure-preview/service-kit';
import { backupData, type DataOwner, restoreData } from '@secure-preview/service-kit/backup';
import type { Redis } from 'ioredis';
import { AUTH_SCHEMA, authMigrations, authRoles } from '../database/data-source.js';
import { authEnvironment } from '../environment.js';
import { openRedis } from '../redis.js';
import { clearVisitorState } from './clear-visitor-state.js';

const owner: DataOwner = {
  service: 'auth-service',
  schema: AUTH_SCHEMA,
  roles: authRoles,
  migrations: authMigrations,
  // Generated at the first start.
  seededTables: ['upload_passwords'],
};
const backupSettings = authEnvironment.pick({ DATABASE_URL: true });
const restoreSettings = authEnvironment
  .pick({ DATABASE_URL: true, REDIS_URL: true })
  .extend({ DATABASE_ADMIN_URL: env.postgresUrl });

export const backupAuth = backupData(owner, () => environmentOrExit(backupSettings));
export const restoreAuth = restoreData(
  owner,
  () => environmentOrExit(restoreSettings),
  ({ REDIS_URL }) => ({
    check: () => withRedis(REDIS_URL, async () => undefined),
    complete: () => withRedis(REDIS_URL, async (redis) => void (await clearVisitorState(redis))),
  }),
);

/** Milliseconds to wait for Redis. */
const DEADLINE_MS = 20_000;

/** Runs `work` with a connection to Redis. @throws Error when Redis is unavailable or `work` fails */
async function withRedis(url: string, work: (redis: Redis) => Promise<void>): Promise<void> {
  const redis = openRedis(url, createLogger({ service: 'restore', level: 'silent' }));
  try {
    const signal = AbortSignal.timeout(DEADLINE_MS);
    if (redis.status !== 'ready') await once(redis, 'ready', { signal });
    await work(redis);
  } catch (cause) {
    throw new Error('Redis (sessions) is unavailable or returned an error.', { cause });
  } finally {
    redis.disconnect();
  }
}
