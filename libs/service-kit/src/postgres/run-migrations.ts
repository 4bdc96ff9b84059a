import { setTimeout as delay } from 'node:timers/promises';
import { Client, escapeIdentifier } from 'pg';
import { DataSource, type MigrationInterface } from 'typeorm';
import type { Logger } from '../logging/logger.js';
import { dropBrokenIndexes, liftLockTimeouts } from './concurrent-builds.js';
import { ensureRole } from './ensure-role.js';
import { MIGRATIONS_TABLE, refuseSquashed } from './listed-migrations.js';
import { restrictPublic } from './restrict-public.js';

export type Migrations = readonly (new () => MigrationInterface)[];

/** Longest wait for a lock, in milliseconds: readers of a table queue behind a waiting migration. */
const LOCK_MS = 10_000;
/** Arbitrary number that no other program on the server locks: "SP" and a counter. */
const ADVISORY_LOCK = 0x5350_0001;
/** Milliseconds between two tries to take the advisory lock. */
const TRY_AGAIN_MS = 200;

export interface MigrationSettings {
  /** Address of the role that owns the schemas. */
  adminUrl: string;
  /** Address of the service's role, with its name and password. The role is created when missing. */
  appUrl: string;
  /** Address of the role of the service's less privileged process; default: that of the service itself. */
  workerUrl?: string;
  schema: string;
  migrations: Migrations;
  logger: Logger;
  /** Work on the schema that is not TypeORM's, such as a library's own tables. Runs under the same lock. */
  afterwards?: (admin: Client, roles: readonly string[]) => Promise<void>;
}

/**
 * Polls for the advisory lock; resolves once no other migration runs. A statement that waited for the lock
 * would hold a snapshot. An index that the holder of the lock builds CONCURRENTLY waits for that snapshot: a
 * deadlock that Postgres does not detect.
 */
async function untilAlone(admin: Client, logger: Logger): Promise<void> {
  for (let isWaiting = false; ; isWaiting = true) {
    const { rows } = await admin.query<{ free: boolean }>('SELECT pg_try_advisory_lock($1) AS free', [
      ADVISORY_LOCK,
    ]);
    if (rows[0]?.free) return;
    if (!isWaiting) logger.info('waiting for another migration to end');
    await delay(TRY_AGAIN_MS);
  }
}

/**
 * Brings a service's schema up to date. Concurrent runs are safe: an advisory lock admits one at a time.
 * Grants on tables are part of the migrations, which read the names of the roles from the settings
 * `portal.app_role` and `portal.worker_role`.
 *
 * @throws Error before any change when the schema lists migrations from before the oldest one
 */
export async function runMigrations(settings: MigrationSettings): Promise<void> {
  const { adminUrl, appUrl, workerUrl = appUrl, schema, logger } = settings;
  const admin = new Client({ connectionString: adminUrl, connectionTimeoutMillis: 5000, keepAlive: true });
  await admin.connect();
  try {
    await untilAlone(admin, logger);
    await refuseSquashed(admin, schema, settings.migrations);
    await restrictPublic(admin);
    const appRole = await ensureRole(admin, appUrl);
    const workerRole = await ensureRole(admin, workerUrl);
    const roles = [...new Set([appRole, workerRole])];
    const grantees = roles.map((role) => escapeIdentifier(role)).join(', ');
    await admin.query(`CREATE SCHEMA IF NOT EXISTS ${escapeIdentifier(schema)}`);
    await admin.query(`GRANT USAGE ON SCHEMA ${escapeIdentifier(schema)} TO ${grantees}`);
    const dataSource = new DataSource({
      type: 'postgres',
      url: adminUrl,
      schema,
      migrations: liftLockTimeouts(settings.migrations, logger),
      migrationsTableName: MIGRATIONS_TABLE,
      migrationsTransactionMode: 'each',
      extra: {
        keepAlive: true,
        options: [
          `-c search_path=${schema},public -c lock_timeout=${LOCK_MS}`,
          `-c portal.app_role=${appRole} -c portal.worker_role=${workerRole}`,
        ].join(' '),
      },
    });
    await dataSource.initialize();
    try {
      if (await dataSource.showMigrations()) await dropBrokenIndexes(dataSource, schema, logger);
      const done = await dataSource.runMigrations();
      for (const { name } of done) logger.info({ schema, migration: name }, 'migrated');
    } finally {
      await dataSource.destroy();
    }
    await admin.query(
      `GRANT SELECT ON ${escapeIdentifier(schema)}.${escapeIdentifier(MIGRATIONS_TABLE)} TO ${grantees}`,
    );
    await settings.afterwards?.(admin, roles);
  } finally {
    await admin.end();
  }
}
