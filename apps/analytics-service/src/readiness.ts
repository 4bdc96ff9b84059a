import type { INestApplicationContext } from '@nestjs/common';
import type { Readiness } from '@secure-preview/service-kit';
import { schemaState } from '@secure-preview/service-kit/postgres';
import { DataSource } from 'typeorm';
import { ANALYTICS_SCHEMA, analyticsMigrations } from './database/data-source.js';

/** Asks Postgres for the schema's state. */
export function readinessOf(app: INestApplicationContext): () => Promise<Readiness> {
  const dataSource = app.get(DataSource);
  return async () => ({
    postgres: await schemaState(dataSource, ANALYTICS_SCHEMA, analyticsMigrations).catch((error: unknown) =>
      error instanceof Error ? error.message : String(error),
    ),
  });
}
