import type { INestApplicationContext } from '@nestjs/common';
import type { Checks } from '@secure-preview/service-kit';
import { schemaState } from '@secure-preview/service-kit/postgres';
import { DataSource } from 'typeorm';
import { ANALYTICS_SCHEMA, analyticsMigrations } from './database/data-source.js';

/**
 * Returns `ok` if the database has every migration that this code needs, otherwise what is missing.
 *
 * @throws Error of the database
 */
export const schemaOf = (app: INestApplicationContext): Promise<string> =>
  schemaState(app.get(DataSource), ANALYTICS_SCHEMA, analyticsMigrations);

/** Returns the readiness check: the schema in Postgres. */
export function readinessOf(app: INestApplicationContext): Checks {
  return { postgres: () => schemaOf(app) };
}
