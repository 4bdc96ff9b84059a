import { setTimeout as delay } from 'node:timers/promises';
import { Client, escapeIdentifier } from 'pg';
import { DataSource, type MigrationInterface } from 'typeorm';
import type { Logger } from '../logging/logger.js';
import { dropBrokenIndexes, withPatience } from './concurrent-builds.js';
import { ensureRole } from './ensure-role.js';
import { restrictPublic } from './restrict-public.js';

export type Migrations = readonly (new () => MigrationInterface)[];

/** Table within a service's schema that lists its migrations. */
export const MIGRATIONS_TABLE = 'schema_migrations';
/** Longest wait for a lock: behind whoever waits for a table, every reader of it waits too. */
const LOCK_MS = 10_000;
/** Any number that no other program on the server locks; "SP" and a counter. */
const ADVISORY_LOCK = 0x5350_0001;
/** Milliseconds between two tries to take it. */
const TRY_AGAIN_MS = 200;

export interface MigrationSettings {
  /** Role that owns the schemas. */
  adminUrl: string;
  /** The service's role, created when missing: its name and password are taken from here. */
  appUrl: string;
  /** Role of the less privileged process of the service; defaults to the role of the service itself. */
  workerUrl?: string;
  schema: string;
  migrations: Migrations;
  logger: Logger;
  /** Work on the schema that is not TypeORM's, such as a library's own tables. Runs under the same lock. */
  afterwards?: (admin: Client, roles: readonly string[]) => Promise<void>;
}

/**
 * Resolves once nobody else migrates. Whoever waits within a statement holds a snapshot, and an index that is built
 * CONCURRENTLY by who has the lock waits for that in turn: a deadlock that Postgres does not see. So it is asked for
 * again and again.
 */
async function untilAlone(admin: Client, logger: Logger): Promise<void> {
  for (let told = false; ; told = true) {
    const { rows } = await admin.query<{ free: boolean }>('SELECT pg_try_advisory_lock($1) AS free', [
      ADVISORY_LOCK,
    ]);
    if (rows[0]?.free) return;
    if (!told) logger.info('waiting for another migration to end');
    await delay(TRY_AGAIN_MS);
  }
}

/**
 * Brings a service's schema up to date. Any number may run at once: an advisory lock lets one through at a time.
 * Tables' own grants are part of the migrations, which find the roles' names in the settings `portal.app_role` and
 * `portal.worker_role`.
 */
export async function runMigrations(settings: MigrationSettings): Promise<void> {
  const { adminUrl, appUrl, workerUrl = appUrl, schema, logger } = settings;
  const admin = new Client({ connectionString: adminUrl, connectionTimeoutMillis: 5000, keepAlive: true });
  await admin.connect();
  try {
    await untilAlone(admin, logger);
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
      migrations: withPatience(settings.migrations, logger),
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
