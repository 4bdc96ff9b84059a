import type { INestApplicationContext } from '@nestjs/common';
import type { Readiness } from '@secure-preview/service-kit';
import { schemaState } from '@secure-preview/service-kit/postgres';
import type { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { AUTH_SCHEMA, authMigrations } from './database/data-source.js';
import { REDIS } from './environment.js';

const told = (check: Promise<string>): Promise<string> =>
  check.catch((error: unknown) => (error instanceof Error ? error.message : String(error)));

/** Asks Postgres for the schema's state and Redis for a sign of life. */
export function readinessOf(app: INestApplicationContext): () => Promise<Readiness> {
  const dataSource = app.get(DataSource);
  const redis = app.get<Redis>(REDIS);
  return async () => {
    const [postgres, redisState] = await Promise.all([
      told(schemaState(dataSource, AUTH_SCHEMA, authMigrations)),
      told(redis.ping().then(() => 'ok')),
    ]);
    return { postgres, redis: redisState };
  };
}
