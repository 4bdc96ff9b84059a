import type { Readable } from 'node:stream';
import { type ArchiveEntry, readArchive, readWhole, verifiedSection } from '@secure-preview/operations';
import type { Client } from 'pg';
import { z } from 'zod';
import type { DatabaseRoles } from '../postgres/database-roles.js';
import { migrationsOf, replacedMigrations } from '../postgres/listed-migrations.js';
import { queryRows } from '../postgres/query.js';
import type { MigrationSettings } from '../postgres/run-migrations.js';
import { nonEmptyTables, SchemaLoader } from './load-schema.js';
import type { SavedSchema } from './save-schema.js';
import { qualified, tablesOf } from './tables.js';

export interface DataOwner {
  /** Name of the service's section in a backup. */
  readonly service: string;
  readonly schema: string;
  readonly roles: DatabaseRoles;
  readonly migrations: MigrationSettings['migrations'];
  readonly afterMigrations?: MigrationSettings['afterMigrations'];
  /** Tables that the portal seeds when it starts. A restore replaces their rows. */
  readonly seededTables?: readonly string[];
}

/** Hooks for data that a service restores besides its tables. */
export interface RestoreHooks {
  /** Checks the service's other stores. @throws Error when such a store is not empty */
  check?(): Promise<void>;
  /** Restores a file of the section that contains no rows. */
  restoreFile?(entry: ArchiveEntry, client: Client): Promise<void>;
  /**
   * Runs when everything is restored, before the commit.
   *
   * @param tables names of the tables that exist. The version of the backup may lack some that this version has.
   */
  complete?(client: Client, tables: ReadonlySet<string>): Promise<void>;
  /** Removes restored data from other stores after a failure. */
  undo?(): Promise<void>;
  /** Runs after the last migration. */
  after?(): Promise<void>;
}

/** @throws Error while services are connected */
export async function assertNotServing(client: Client): Promise<void> {
  const rows = await queryRows(
    client,
    z.object({ name: z.string() }),
    `SELECT DISTINCT application_name AS name FROM pg_stat_activity
     WHERE datname = current_database() AND application_name LIKE 'secure-preview-%'`,
  );
  if (rows.length === 0) return;
  throw new Error(
    `the portal is running (${rows.map(({ name }) => name).join(', ')}). Stop its services, but keep the database and storage running.`,
  );
}

/**
 * Migrates the schema to the version of the backup.
 *
 * @throws Error when the backup has migrations that this code lacks, or the database is newer than the backup
 */
export async function migrateToBackup(
  admin: Client,
  owner: Pick<DataOwner, 'schema' | 'migrations'>,
  saved: SavedSchema,
  run: (migrations: MigrationSettings['migrations']) => Promise<void>,
): Promise<void> {
  const known = owner.migrations.map(({ name }) => name);
  const unknown = saved.migrations.filter((name) => !known.includes(name));
  if (unknown.length > 0 && replacedMigrations(unknown, owner.migrations).length === unknown.length) {
    throw new Error(
      `the backup was made by another version, with migrations that this version no longer has (${unknown.join(', ')}). Restore it with the version that made it.`,
    );
  }
  if (unknown.length > 0) {
    throw new Error(
      `the backup was made by a newer version, with the migrations ${unknown.join(', ')}. Install that version.`,
    );
  }
  const ahead = (await migrationsOf(admin, owner.schema)).filter((name) => !saved.migrations.includes(name));
  if (ahead.length > 0) {
    throw new Error(
      `the database is newer than the backup (${ahead.join(', ')}). Restore into an empty database without migrations: the restore runs them.`,
    );
  }
  await run(owner.migrations.filter(({ name }) => saved.migrations.includes(name)));
}

/** @throws Error when a table has rows; a missing schema counts as empty */
export async function assertEmpty(
  admin: Client,
  { schema, seededTables = [] }: Pick<DataOwner, 'schema' | 'seededTables'>,
): Promise<void> {
  const { rows } = await admin.query('SELECT FROM pg_namespace WHERE nspname = $1', [schema]);
  const tables = rows.length === 0 ? [] : await tablesOf(admin, schema);
  const nonEmpty = await nonEmptyTables(
    admin,
    schema,
    tables.filter(({ name }) => !seededTables.includes(name)),
  );
  if (nonEmpty.length === 0) return;
  throw new Error(`the portal is not empty: ${schema} has ${nonEmpty.join(', ')}. Nothing was changed.`);
}

/** Deletes rows that the portal seeds when it starts. Skips tables that the version of the backup does not have. */
async function deleteSeededRows(
  admin: Client,
  { schema, seededTables = [] }: DataOwner,
  { tables }: SavedSchema,
): Promise<void> {
  const known = seededTables.filter((table) => tables.some(({ name }) => name === table));
  for (const name of known) await admin.query(`DELETE FROM ${qualified(schema, { name })}`);
}

/**
 * Fills a service's tables from its section of a backup, as the owner of the tables, all or nothing.
 *
 * @param migrate runs the migrations of the backup
 * @returns rows by table
 */
export async function restoreSection(
  admin: Client,
  owner: DataOwner,
  from: Readable,
  migrate: (migrations: MigrationSettings['migrations']) => Promise<void>,
  { restoreFile, complete, undo }: RestoreHooks = {},
): Promise<Record<string, number>> {
  const entries = verifiedSection(readArchive(from), owner.service);
  const { value: first } = await entries.next();
  if (first?.name !== 'schema.json') throw new Error('the backup is incomplete or was modified.');
  const saved = JSON.parse((await readWhole(first)).toString()) as SavedSchema;
  await migrateToBackup(admin, owner, saved, migrate);
  await admin.query('BEGIN');
  try {
    await deleteSeededRows(admin, owner, saved);
    const loader = new SchemaLoader(admin, saved);
    await loader.begin();
    // The loop ends only after the manifest is verified.
    for await (const entry of entries) if (!(await loader.loadRows(entry))) await restoreFile?.(entry, admin);
    await complete?.(admin, new Set(saved.tables.map(({ name }) => name)));
    await loader.end();
    await admin.query('COMMIT');
    return loader.counts;
  } catch (error) {
    await admin.query('ROLLBACK').catch(() => undefined);
    await undo?.();
    throw error;
  }
}
