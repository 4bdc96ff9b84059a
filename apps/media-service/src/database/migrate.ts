import 'reflect-metadata';
import { migrateCommand } from '@secure-preview/service-kit/postgres';
import { MEDIA_SCHEMA, mediaMigrations, mediaRoles } from './data-source.js';
import { installJobsSchema } from './jobs-schema.js';

await migrateCommand(
  { schema: MEDIA_SCHEMA, migrations: mediaMigrations, afterMigrations: installJobsSchema },
  mediaRoles,
);
