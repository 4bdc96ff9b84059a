import 'reflect-metadata';
import { migrateCommand } from '@secure-preview/service-kit/postgres';
import { ANALYTICS_SCHEMA, analyticsMigrations } from './data-source.js';

await migrateCommand({ schema: ANALYTICS_SCHEMA, migrations: analyticsMigrations });
