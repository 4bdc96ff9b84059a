import { type DatabaseRoles, type Migrations, postgresOptions } from '@secure-preview/service-kit/postgres';
import { CreateAuth1700000000001 } from './migrations/1700000000001-create-auth.js';
import { AddLeadStanding1700000000002 } from './migrations/1700000000002-add-lead-standing.js';

/** Postgres schema that belongs to this service alone. */
export const AUTH_SCHEMA = 'auth';

/** Where commands and migrations find the role of this service. */
export const authRoles: DatabaseRoles = { app: 'AUTH_DATABASE_URL' };

export const authMigrations: Migrations = [CreateAuth1700000000001, AddLeadStanding1700000000002];

/** Connection settings for the running service and its command line. */
export function authDataSource(url: string) {
  return postgresOptions({ url, schema: AUTH_SCHEMA, entities: [], poolSize: 5 });
}
