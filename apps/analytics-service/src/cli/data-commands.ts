import { env, environmentOrExit } from '@secure-preview/service-kit';
import {
  backupData,
  type DataOwner,
  type FurtherSchema,
  restoreData,
  restoreFurtherSchema,
  saveFurtherSchema,
} from '@secure-preview/service-kit/backup';
import { ANALYTICS_SCHEMA, analyticsMigrations, analyticsRoles } from '../database/data-source.js';
import { OUTBOX_SCHEMA, outboxMigrations, outboxRoles } from '../database/outbox/data-source.js';
import { analyticsEnvironment } from '../environment.js';
import { markRestored } from '../notifier/mail/mail-queue.queries.js';

const owner: DataOwner = {
  service: 'analytics-service',
  schema: ANALYTICS_SCHEMA,
  roles: analyticsRoles,
  migrations: analyticsMigrations,
  // The gateway registers its terms at each start.
  seededTables: ['terms_texts'],
};
const outbox: FurtherSchema = { schema: OUTBOX_SCHEMA, roles: outboxRoles, migrations: outboxMigrations };
const backupSettings = analyticsEnvironment.pick({ DATABASE_URL: true });

export const backupAnalytics = backupData(
  owner,
  () => environmentOrExit(backupSettings),
  () => saveFurtherSchema(outbox),
);
export const restoreAnalytics = restoreData(
  owner,
  () => environmentOrExit(backupSettings.extend({ DATABASE_ADMIN_URL: env.postgresUrl })),
  ({ DATABASE_ADMIN_URL }) => restoreFurtherSchema(outbox, DATABASE_ADMIN_URL, markRestored),
);
