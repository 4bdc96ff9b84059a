import 'reflect-metadata';
import { createLogger } from '@secure-preview/service-kit';
import { runMigrations } from '@secure-preview/service-kit/postgres';
import type { TestDatabase } from '@secure-preview/testing';
import {
  ANALYTICS_SCHEMA,
  analyticsMigrations,
} from '../../../../apps/analytics-service/src/database/data-source.js';
import {
  OUTBOX_SCHEMA,
  outboxMigrations,
} from '../../../../apps/analytics-service/src/database/outbox/data-source.js';
import { AUTH_SCHEMA, authMigrations } from '../../../../apps/auth-service/src/database/data-source.js';
import { MEDIA_SCHEMA, mediaMigrations } from '../../../../apps/media-service/src/database/data-source.js';
import { installJobsSchema } from '../../../../apps/media-service/src/database/jobs-schema.js';

/** Runs the migrations of all services, with a role for each process as in an installation. */
export async function migrateServices({ adminUrl, urlOf }: TestDatabase): Promise<void> {
  const common = { adminUrl, logger: createLogger({ service: 'migrate', level: 'silent' }) };
  await runMigrations({
    ...common,
    appUrl: urlOf('auth'),
    schema: AUTH_SCHEMA,
    migrations: authMigrations,
  });
  await runMigrations({
    ...common,
    appUrl: urlOf('analytics'),
    schema: ANALYTICS_SCHEMA,
    migrations: analyticsMigrations,
  });
  await runMigrations({
    ...common,
    appUrl: urlOf('notifier'),
    workerUrl: urlOf('media-worker'),
    writerUrls: { auth: urlOf('auth'), analytics: urlOf('analytics'), media: urlOf('media') },
    schema: OUTBOX_SCHEMA,
    migrations: outboxMigrations,
  });
  await runMigrations({
    ...common,
    appUrl: urlOf('media'),
    workerUrl: urlOf('media-worker'),
    schema: MEDIA_SCHEMA,
    migrations: mediaMigrations,
    afterMigrations: installJobsSchema,
  });
}
