import { type DatabaseRoles, type Migrations, postgresOptions } from '@secure-preview/service-kit/postgres';
import { CreateAnalytics1700000000001 } from './migrations/1700000000001-create-analytics.js';
import { IndexLeadSearch1700000000002 } from './migrations/1700000000002-index-lead-search.js';
import { SegmentDeliveries1700000000003 } from './migrations/1700000000003-segment-deliveries.js';
import { WatchedByLead1700000000004 } from './migrations/1700000000004-watched-by-lead.js';
import { LeadSearchParts1700000000005 } from './migrations/1700000000005-lead-search-parts.js';
import { IndexLeadSearchParts1700000000006 } from './migrations/1700000000006-index-lead-search-parts.js';

/** Postgres schema that belongs to this service alone. */
export const ANALYTICS_SCHEMA = 'analytics';

/** Names the variable whose URL has the Postgres role of this service, for commands and migrations. */
export const analyticsRoles: DatabaseRoles = { app: 'ANALYTICS_DATABASE_URL' };

export const analyticsMigrations: Migrations = [
  CreateAnalytics1700000000001,
  IndexLeadSearch1700000000002,
  SegmentDeliveries1700000000003,
  WatchedByLead1700000000004,
  LeadSearchParts1700000000005,
  IndexLeadSearchParts1700000000006,
];

/** Returns the connection settings of the running service and its commands. */
export function analyticsDataSource(url: string) {
  return postgresOptions({ url, schema: ANALYTICS_SCHEMA, entities: [] });
}
