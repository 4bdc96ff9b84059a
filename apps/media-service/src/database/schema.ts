import type { ModuleRef } from '@nestjs/core';
import { schemaState } from '@secure-preview/service-kit/postgres';
import { DataSource } from 'typeorm';
import { MEDIA_SCHEMA, mediaMigrations } from './data-source.js';

/**
 * Returns `ok` when the database is reachable and has every migration that this code needs; otherwise the
 * reason.
 */
export async function schemaOf(app: Pick<ModuleRef, 'get'>): Promise<string> {
  try {
    return await schemaState(app.get(DataSource, { strict: false }), MEDIA_SCHEMA, mediaMigrations);
  } catch {
    return 'cannot be reached';
  }
}
