import { type DatabaseRoles, type Migrations, postgresOptions } from '@secure-preview/service-kit/postgres';
import { CreateMedia1700000000001 } from './migrations/1700000000001-create-media.js';
import { Ladder1700000000002 } from './migrations/1700000000002-ladder.js';
import { Versions1700000000003 } from './migrations/1700000000003-versions.js';
import { Captions1700000000004 } from './migrations/1700000000004-captions.js';
import { Warnings1700000000005 } from './migrations/1700000000005-warnings.js';

/** Postgres schema used by this service alone. */
export const MEDIA_SCHEMA = 'media';

/** Variables with the database URLs of this service's roles, for commands and migrations. */
export const mediaRoles: DatabaseRoles = { app: 'MEDIA_DATABASE_URL', worker: 'MEDIA_WORKER_DATABASE_URL' };

export const mediaMigrations: Migrations = [
  CreateMedia1700000000001,
  Ladder1700000000002,
  Versions1700000000003,
  Captions1700000000004,
  Warnings1700000000005,
];

/** Connection settings for the running service. */
export function mediaDataSource(url: string) {
  return postgresOptions({ url, schema: MEDIA_SCHEMA, entities: [] });
}
