import type { INestApplicationContext } from '@nestjs/common';
import { schemaState } from '@secure-preview/service-kit/postgres';
import { DataSource } from 'typeorm';
import { OUTBOX_SCHEMA, outboxMigrations } from './data-source.js';

/** Returns `ok` if the outbox has every migration that this code needs, otherwise what is missing. */
export const outboxState = (app: Pick<INestApplicationContext, 'get'>): Promise<string> =>
  schemaState(app.get(DataSource, { strict: false }), OUTBOX_SCHEMA, outboxMigrations);
