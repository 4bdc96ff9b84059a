import { env, environmentOrExit } from '@secure-preview/service-kit';
import { backupData, type DataOwner, restoreData } from '@secure-preview/service-kit/backup';
import { ANALYTICS_SCHEMA, analyticsMigrations, analyticsRoles } from '../database/data-source.js';
import { analyticsEnvironment } from '../environment.js';

const owner: DataOwner = {
  service: 'analytics-service',
  schema: ANALYTICS_SCHEMA,
  roles: analyticsRoles,
  migrations: analyticsMigrations,
  // The gateway registers its terms at each start.
  seededTables: ['terms_texts'],
};
const backupSettings = analyticsEnvironment.pick({ DATABASE_URL: true });

export const backupAnalytics = backupData(owner, () => environmentOrExit(backupSettings));
export const restoreAnalytics = restoreData(owner, () =>
  environmentOrExit(backupSettings.extend({ DATABASE_ADMIN_URL: env.postgresUrl })),
);
