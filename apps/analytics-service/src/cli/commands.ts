import type { ServiceCommands } from '@secure-preview/service-kit';
import { callsRedisCheck, doctorCommand, postgresCheck } from '@secure-preview/service-kit/doctor';
import { ANALYTICS_SCHEMA, analyticsMigrations } from '../database/data-source.js';
import { analyticsEnvironment } from '../environment.js';
import { backupAnalytics, restoreAnalytics } from './data-commands.js';
import { exportLeads, listLeads } from './leads-commands.js';

const doctor = doctorCommand('analytics-service', analyticsEnvironment, (settings) => [
  postgresCheck({
    url: settings.DATABASE_URL,
    schema: ANALYTICS_SCHEMA,
    migrations: analyticsMigrations,
    appendOnly: 'analytics.leads',
  }),
  callsRedisCheck(settings),
]);

/** The commands of this service, by name. */
export const commands = {
  'list-leads': listLeads,
  'export-leads': exportLeads,
  doctor,
  'backup-data': backupAnalytics,
  'restore-data': restoreAnalytics,
} satisfies ServiceCommands<'analytics-service'>;
