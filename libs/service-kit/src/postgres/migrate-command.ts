import * as z from 'zod';
import { environmentOrExit } from '../environment/environment-or-exit.js';
import { env } from '../environment/variables.js';
import { createLogger } from '../logging/logger.js';
import { type MigrationSettings, runMigrations } from './run-migrations.js';

const environment = z.object({
  DATABASE_URL: env.postgresUrl,
  DATABASE_ADMIN_URL: env.postgresUrl,
  LOG_LEVEL: env.logLevel.default('info'),
});

/** Entry point of a service's `migrate` program; exits with 1 when a migration fails. */
export async function migrateCommand(
  settings: Pick<MigrationSettings, 'schema' | 'migrations' | 'afterwards'>,
): Promise<void> {
  const { DATABASE_URL, DATABASE_ADMIN_URL, LOG_LEVEL } = environmentOrExit(environment);
  const logger = createLogger({ service: `migrate-${settings.schema}`, level: LOG_LEVEL });
  try {
    await runMigrations({ ...settings, adminUrl: DATABASE_ADMIN_URL, appUrl: DATABASE_URL, logger });
    logger.info({ schema: settings.schema }, 'schema is up to date');
  } catch (error) {
    logger.fatal({ err: error }, 'migration failed');
    process.exitCode = 1;
  }
}
