import { environmentOrExit } from '../environment/environment-or-exit.js';
import { migrateEnvironment } from '../environment/migrate-environment.js';
import { createLogger } from '../logging/logger.js';
import { type DatabaseRoles, roleUrls } from './database-roles.js';
import { retryWhileUnavailable } from './retry-while-unavailable.js';
import { type MigrationSettings, runMigrations } from './run-migrations.js';

/**
 * A server that is still starting, or a lock that is held for long, must not prevent the portal's start:
 * processes that wait for this program do not start when it fails.
 */
const RETRY = { forMs: 60_000, everyMs: 2000 };

/** Runs a service's `migrate` program. Exits with 1 if a migration fails or Postgres stays unavailable. */
export async function migrateCommand(
  settings: Pick<MigrationSettings, 'schema' | 'migrations' | 'afterwards'>,
  roles: DatabaseRoles,
): Promise<void> {
  const { DATABASE_ADMIN_URL, LOG_LEVEL } = environmentOrExit(migrateEnvironment);
  const logger = createLogger({ service: `migrate-${settings.schema}`, level: LOG_LEVEL });
  try {
    const all = { ...settings, adminUrl: DATABASE_ADMIN_URL, ...roleUrls(roles), logger };
    await retryWhileUnavailable(() => runMigrations(all), RETRY, logger);
    logger.info({ schema: settings.schema }, 'schema is up to date');
  } catch (error) {
    logger.fatal({ err: error }, 'migration failed');
    process.exitCode = 1;
  }
}
