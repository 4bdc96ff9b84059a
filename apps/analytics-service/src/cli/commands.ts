import { UsageError } from '@secure-preview/operations';
import type { ServiceCommands } from '@secure-preview/service-kit';
import { callsRedisCheck, doctorCommand, postgresCheck } from '@secure-preview/service-kit/doctor';
import { roleUrls } from '@secure-preview/service-kit/postgres';
import { ANALYTICS_SCHEMA, analyticsMigrations } from '../database/data-source.js';
import { OUTBOX_SCHEMA, outboxMigrations, outboxRoles } from '../database/outbox/data-source.js';
import { mailCheck, testMailCheck } from '../doctor/mail-check.js';
import { doctorEnvironment } from '../environment.js';
import { ADDRESS } from '../notifier/mail/address.js';
import { backupAnalytics, restoreAnalytics } from './data-commands.js';
import { exportLeads, listLeads } from './leads-commands.js';
import { nameCopies } from './name-copies.js';
import { outbox, testMail } from './outbox-commands.js';
import { recount } from './recount-command.js';
import { withOutbox, withSender } from './with-outbox.js';

const doctor = doctorCommand('analytics-service', doctorEnvironment, (settings, { mail }) => {
  if (mail !== undefined && !ADDRESS.test(mail)) throw new UsageError('--mail must be one e-mail address.');
  return [
    postgresCheck({
      url: settings.DATABASE_URL,
      schema: ANALYTICS_SCHEMA,
      migrations: analyticsMigrations,
      appendOnly: 'analytics.leads',
    }),
    callsRedisCheck(settings),
    {
      ...postgresCheck({
        url: roleUrls({ app: outboxRoles.app }).appUrl,
        schema: OUTBOX_SCHEMA,
        migrations: outboxMigrations,
      }),
      name: 'outbox',
    },
    mailCheck(settings, withOutbox),
    ...(mail === undefined ? [] : [testMailCheck(mail, withSender)]),
  ];
});

/** The commands of this service, by name. */
export const commands = {
  'list-leads': listLeads,
  'export-leads': exportLeads,
  'send-test-mail': testMail,
  outbox,
  recount,
  'name-copies': nameCopies,
  doctor,
  'backup-data': backupAnalytics,
  'restore-data': restoreAnalytics,
} satisfies ServiceCommands<'analytics-service'>;
