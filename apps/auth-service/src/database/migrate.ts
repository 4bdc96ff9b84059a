import 'reflect-metadata';
import { migrateCommand } from '@secure-preview/service-kit/postgres';
import { AUTH_SCHEMA, authMigrations, authRoles } from './data-source.js';

await migrateCommand({ schema: AUTH_SCHEMA, migrations: authMigrations }, authRoles);
