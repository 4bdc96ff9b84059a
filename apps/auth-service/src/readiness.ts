import type { INestApplicationContext } from '@nestjs/common';
import type { Checks } from '@secure-preview/service-kit';
import { schemaState } from '@secure-preview/service-kit/postgres';
import type { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { AUTH_SCHEMA, authMigrations } from './database/data-source.js';
import { REDIS } from './environment.js';

/** `ok` when the database has every migration that this code needs, else what is wrong. @throws Error of the database */
export const schemaOf = (app: INestApplicationContext): Promise<string> =>
  schemaState(app.get(DataSource), AUTH_SCHEMA, authMigrations);

/** Asks Postgres for the schema's state and Redis for a sign of life. */
export function readinessOf(app: INestApplicationContext): Checks {
  const redis = app.get<Redis>(REDIS);
  return { postgres: () => schemaOf(app), redis: () => redis.ping().then(() => 'ok') };
}
