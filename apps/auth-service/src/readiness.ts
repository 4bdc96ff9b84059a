import type { INestApplicationContext } from '@nestjs/common';
import type { Checks } from '@secure-preview/service-kit';
import { schemaState } from '@secure-preview/service-kit/postgres';
import type { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { AUTH_SCHEMA, authMigrations } from './database/data-source.js';
import { REDIS } from './environment.js';

/**
 * Returns `ok` if the database has every migration that this code needs, otherwise what is missing.
 *
 * @throws Error of the database
 */
export const schemaOf = (app: INestApplicationContext): Promise<string> =>
  schemaState(app.get(DataSource), AUTH_SCHEMA, authMigrations);

/** Returns the readiness checks: the schema in Postgres, and a ping to Redis. */
export function readinessOf(app: INestApplicationContext): Checks {
  const redis = app.get<Redis>(REDIS);
  return { postgres: () => schemaOf(app), redis: () => redis.ping().then(() => 'ok') };
}
