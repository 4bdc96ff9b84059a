import 'reflect-metadata';
import { migrateCommand } from '@secure-preview/service-kit/postgres';
import { ANALYTICS_SCHEMA, analyticsMigrations, analyticsRoles } from './data-source.js';

await migrateCommand({ schema: ANALYTICS_SCHEMA, migrations: analyticsMigrations }, analyticsRoles);
