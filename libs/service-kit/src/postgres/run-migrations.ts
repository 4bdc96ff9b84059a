import { setTimeout as delay } from 'node:timers/promises';
import { Client, escapeIdentifier } from 'pg';
import { DataSource, type MigrationInterface } from 'typeorm';
import { z } from 'zod';
import type { Logger } from '../logging/logger.js';
import { dropInvalidIndexes, liftLockTimeouts } from './concurrent-builds.js';
import { ensureRole } from './ensure-role.js';
import { assertNotReplaced, MIGRATIONS_TABLE } from './listed-migrations.js';
import { queryRow } from './query.js';
import { restrictPublic } from './restrict-public.js';

export type Migrations = readonly (new () => MigrationInterface)[];

/** Maximum wait for a lock, in milliseconds: readers of a table queue behind a waiting migration. */
const LOCK_MS = 10_000;
/** Arbitrary number that no other program on the server locks: "SP" and a counter. */
const ADVISORY_LOCK = 0x5350_0001;
/** Milliseconds between two attempts to take the advisory lock. */
const LOCK_POLL_MS = 200;

export interface MigrationSettings {
  /** URL of the role that owns the schemas. */
  adminUrl: string;
  /** URL of the service's role, with its name and password. The role is created when missing. */
  appUrl: string;
  /** URL of the role of the service's less privileged process; default: `appUrl`. */
  workerUrl?: string;
  /**
   * URLs of the roles of other services that may insert into this schema, by the name of the service; default: the URL
   * of the service's role.
   */
  writerUrls?: Readonly<Record<string, string>>;
  schema: string;
  migrations: Migrations;
  logger: Logger;
  /** Further work on the schema, such as creating a library's tables. Runs under the same lock. */
  afterMigrations?: (admin: Client, roles: readonly string[]) => Promise<void>;
}

/**
 * Acquires the advisory lock by polling. A blocking statement would hold a snapshot while it waits. An index
 * that the lock holder builds CONCURRENTLY would wait for that snapshot: a deadlock that Postgres does not
 * detect.
 */
async function acquireLock(admin: Client, logger: Logger): Promise<void> {
  for (let isWaiting = false; ; isWaiting = true) {
    const sql = 'SELECT pg_try_advisory_lock($1) AS free';
    const lock = await queryRow(admin, z.object({ free: z.boolean() }), sql, [ADVISORY_LOCK]);
    if (lock?.free) return;
    if (!isWaiting) logger.info('waiting for another migration run to end');
    await delay(LOCK_POLL_MS);
  }
}

/**
 * Brings a service's schema up to date. Concurrent runs are safe: an advisory lock admits one at a time.
 * Grants on tables are part of the migrations, which read the names of the roles from the settings
 * `portal.app_role`, `portal.worker_role` and `portal.writer_roles`, a comma-separated list. Each role of that list is
 * also in a setting of its own, such as `portal.media_role`.
 *
 * @throws Error before any change when the schema lists migrations older than the oldest one here
 */
export async function runMigrations(settings: MigrationSettings): Promise<void> {
  const { adminUrl, appUrl, workerUrl = appUrl, writerUrls = { app: appUrl }, schema, logger } = settings;
  const admin = new Client({ connectionString: adminUrl, connectionTimeoutMillis: 5000, keepAlive: true });
  await admin.connect();
  try {
    await acquireLock(admin, logger);
    await assertNotReplaced(admin, schema, settings.migrations);
    await restrictPublic(admin);
    const appRole = await ensureRole(admin, appUrl);
    const workerRole = await ensureRole(admin, workerUrl);
    const roles = [...new Set([appRole, workerRole])];
    const writers: [name: string, role: string][] = [];
    for (const [name, url] of Object.entries(writerUrls)) writers.push([name, await ensureRole(admin, url)]);
    const writerRoles = writers.map(([, role]) => role);
    const grantees = roles.map((role) => escapeIdentifier(role)).join(', ');
    const users = [...new Set([...roles, ...writerRoles])].map((role) => escapeIdentifier(role)).join(', ');
    await admin.query(`CREATE SCHEMA IF NOT EXISTS ${escapeIdentifier(schema)}`);
    await admin.query(`GRANT USAGE ON SCHEMA ${escapeIdentifier(schema)} TO ${users}`);
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
          ...writers.map(([name, role]) => `-c portal.${name}_role=${role}`),
          `-c portal.app_role=${appRole} -c portal.worker_role=${workerRole}`,
          `-c portal.writer_roles=${writerRoles.join(',')}`,
        ].join(' '),
      },
    });
    await dataSource.initialize();
    try {
      if (await dataSource.showMigrations()) await dropInvalidIndexes(dataSource, schema, logger);
      const applied = await dataSource.runMigrations();
      for (const { name } of applied) logger.info({ schema, migration: name }, 'migrated');
    } finally {
      await dataSource.destroy();
    }
    await admin.query(
      `GRANT SELECT ON ${escapeIdentifier(schema)}.${escapeIdentifier(MIGRATIONS_TABLE)} TO ${grantees}`,
    );
    await settings.afterMigrations?.(admin, roles);
  } finally {
    await admin.end();
  }
}
