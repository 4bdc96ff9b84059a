import type { INestApplicationContext } from '@nestjs/common';
import { schemaState } from '@secure-preview/service-kit/postgres';
import { DataSource } from 'typeorm';
import { ANALYTICS_SCHEMA, analyticsMigrations } from './data-source.js';

/**
 * Returns `ok` if the database has every migration that this code needs, otherwise what is missing.
 *
 * @throws Error of the database
 */
export const schemaOf = (app: Pick<INestApplicationContext, 'get'>): Promise<string> =>
  schemaState(app.get(DataSource), ANALYTICS_SCHEMA, analyticsMigrations);
