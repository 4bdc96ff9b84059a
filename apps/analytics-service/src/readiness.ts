import type { INestApplicationContext } from '@nestjs/common';
import type { Checks } from '@secure-preview/service-kit';
import { schemaOf } from './database/schema.js';

/** Returns the readiness check: the schema in Postgres. */
export function readinessOf(app: INestApplicationContext): Checks {
  return { postgres: () => schemaOf(app) };
}
