import { MINUTE_MS } from '@secure-preview/contracts';
import { environmentOrExit } from '../environment/environment-or-exit.js';
import { migrateEnvironment } from '../environment/migrate-environment.js';
import { createLogger } from '../logging/logger.js';
import { type DatabaseRoles, roleUrls } from './database-roles.js';
import { retryWhileUnavailable } from './retry-while-unavailable.js';
import { type MigrationSettings, runMigrations } from './run-migrations.js';

/**
 * A starting server or a long-held lock must not prevent the start of the portal. Processes that wait for this
 * program do not start when it fails.
 */
const RETRY = { forMs: MINUTE_MS, everyMs: 2000 };

/** Runs a service's `migrate` program. Exits with 1 if a migration fails or Postgres stays unavailable. */
export async function migrateCommand(
  settings: Pick<MigrationSettings, 'schema' | 'migrations' | 'afterMigrations'>,
  roles: DatabaseRoles,
): Promise<void> {
  const { DATABASE_ADMIN_URL, LOG_LEVEL } = environmentOrExit(migrateEnvironment);
  const logger = createLogger({ service: `migrate-${settings.schema}`, level: LOG_LEVEL });
  try {
    const allSettings = { ...settings, adminUrl: DATABASE_ADMIN_URL, ...roleUrls(roles), logger };
    await retryWhileUnavailable(() => runMigrations(allSettings), RETRY, logger);
    logger.info({ schema: settings.schema }, 'schema is up to date');
  } catch (error) {
    logger.fatal({ err: error }, 'migration failed');
    process.exitCode = 1;
  }
}
