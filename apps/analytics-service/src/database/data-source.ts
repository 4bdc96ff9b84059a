import { type Migrations, postgresOptions } from '@secure-preview/service-kit/postgres';
import { CreateAnalytics1700000000001 } from './migrations/1700000000001-create-analytics.js';
import { IndexLeadSearch1700000000002 } from './migrations/1700000000002-index-lead-search.js';

/** Postgres schema that belongs to this service alone. */
export const ANALYTICS_SCHEMA = 'analytics';

export const analyticsMigrations: Migrations = [CreateAnalytics1700000000001, IndexLeadSearch1700000000002];

/** Connection settings for the running service. */
export function analyticsDataSource(url: string) {
  return postgresOptions({ url, schema: ANALYTICS_SCHEMA, entities: [] });
}
