import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { databaseRoles, roleName } from '@secure-preview/embedded';
import type { Client } from 'pg';
import { migrationNames } from '../../release/dump-schema.mjs';
import { readSchema } from '../migrations/schema.js';
import { schemaBreaks } from '../migrations/schema-breaks.js';

/** SQL of a release, by schema. */
export type SchemaSnapshot = Readonly<Record<string, string>>;

/** Reads the schemas of a release from its folder. */
export function releasedSchemas(folder: string): SchemaSnapshot {
  const files = readdirSync(join(folder, 'schema'));
  return Object.fromEntries(
    files.map((file) => [basename(file, '.sql'), readFileSync(join(folder, 'schema', file), 'utf8')]),
  );
}

/** Returns the names of the migrations in the SQL of a release. */
const releasedMigrations = (sql: string): string[] =>
  [...sql.matchAll(/^-- migration: (\S+)$/gm)].map(([, name = '']) => name);

/** Creates the schemas of a release in an empty database, without lists of migrations. */
export async function restoreSchemas(database: Client, snapshot: SchemaSnapshot): Promise<void> {
  // Functions may use tables that are created later.
  await database.query('SET check_function_bodies = off');
  for (const sql of Object.values(snapshot)) await database.query(sql);
}

/** Lists the migrations of a release in its restored schemas, so that only later ones run. */
export async function listMigrations(database: Client, snapshot: SchemaSnapshot): Promise<void> {
  for (const [schema, sql] of Object.entries(snapshot)) {
    const table = `${schema}.schema_migrations`;
    await database.query(`CREATE TABLE ${table} (id serial PRIMARY KEY, timestamp bigint, name text)`);
    const names = `SELECT right(name, 13)::bigint, name FROM unnest($1::text[]) AS name`;
    await database.query(`INSERT INTO ${table} (timestamp, name) ${names}`, [releasedMigrations(sql)]);
  }
}

/**
 * Lists changes that break processes of an earlier version on the current schemas.
 *
 * @param before database with the restored snapshot
 * @param now database with the current migrations
 */
export async function schemaChanges(
  snapshot: SchemaSnapshot,
  before: Client,
  now: Client,
): Promise<string[]> {
  const schemas = Object.keys(snapshot);
  const changes: string[] = [];
  for (const role of databaseRoles.map(roleName)) {
    changes.push(
      ...schemaBreaks(await readSchema(before, schemas, role), await readSchema(now, schemas, role)),
    );
  }
  for (const [schema, sql] of Object.entries(snapshot)) {
    const known = await migrationNames(now, schema);
    const removed = releasedMigrations(sql).filter((name) => !known.includes(name));
    changes.push(...removed.map((name) => `migration ${name} was removed`));
  }
  return changes;
}
