import { type DatabaseRoles, type Migrations, postgresOptions } from '@secure-preview/service-kit/postgres';
import { CreateAuth1700000000001 } from './migrations/1700000000001-create-auth.js';
import { AddLeadStanding1700000000002 } from './migrations/1700000000002-add-lead-standing.js';

/** Postgres schema that belongs to this service alone. */
export const AUTH_SCHEMA = 'auth';

/** Names the variable whose URL has the Postgres role of this service, for commands and migrations. */
export const authRoles: DatabaseRoles = { app: 'AUTH_DATABASE_URL' };

export const authMigrations: Migrations = [CreateAuth1700000000001, AddLeadStanding1700000000002];

/** Returns the connection settings of the running service and its commands. */
export function authDataSource(url: string) {
  return postgresOptions({ url, schema: AUTH_SCHEMA, entities: [], poolSize: 5 });
}
