import type { INestApplicationContext } from '@nestjs/common';
import type { Checks } from '@secure-preview/service-kit';
import type { Redis } from 'ioredis';
import { schemaOf } from './database/schema.js';
import { REDIS } from './environment.js';

/** Returns the readiness checks: the schema in Postgres, and a ping to Redis. */
export function readinessOf(app: INestApplicationContext): Checks {
  const redis = app.get<Redis>(REDIS);
  return { postgres: () => schemaOf(app), redis: () => redis.ping().then(() => 'ok') };
}
