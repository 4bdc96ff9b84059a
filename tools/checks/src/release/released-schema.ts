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

/** Creates the schemas of a release in an empty database. */
export async function restoreSchemas(database: Client, snapshot: SchemaSnapshot): Promise<void> {
  // Functions may use tables that are created later.
  await database.query('SET check_function_bodies = off');
  for (const sql of Object.values(snapshot)) await database.query(sql);
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
    const released = [...sql.matchAll(/^-- migration: (\S+)$/gm)].map(([, name = '']) => name);
    changes.push(
      ...released.filter((name) => !known.includes(name)).map((name) => `migration ${name} was removed`),
    );
  }
  return changes;
}
