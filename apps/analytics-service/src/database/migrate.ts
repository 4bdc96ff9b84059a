import 'reflect-metadata';
import { migrateCommand } from '@secure-preview/service-kit/postgres';
import { ANALYTICS_SCHEMA, analyticsMigrations, analyticsRoles } from './data-source.js';
import { OUTBOX_SCHEMA, outboxMigrations, outboxRoles } from './outbox/data-source.js';

// First, because a service is ready once its own schema is migrated, and then writes to the outbox.
await migrateCommand({ schema: OUTBOX_SCHEMA, migrations: outboxMigrations }, outboxRoles);
await migrateCommand({ schema: ANALYTICS_SCHEMA, migrations: analyticsMigrations }, analyticsRoles);
