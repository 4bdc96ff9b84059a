import { type DatabaseRoles, type Migrations, postgresOptions } from '@secure-preview/service-kit/postgres';
import { CreateAnalytics1795378800000 } from './migrations/20261122T202000-create-analytics.js';

/** Postgres schema that belongs to this service alone. */
export const ANALYTICS_SCHEMA = 'analytics';

/** Names the variable whose URL has the Postgres role of this service, for commands and migrations. */
export const analyticsRoles: DatabaseRoles = { app: 'ANALYTICS_DATABASE_URL' };

export const analyticsMigrations: Migrations = [CreateAnalytics1795378800000];

/** Returns the connection settings of the running service and its commands. */
export function analyticsDataSource(url: string) {
  return postgresOptions({ url, schema: ANALYTICS_SCHEMA, entities: [] });
}
