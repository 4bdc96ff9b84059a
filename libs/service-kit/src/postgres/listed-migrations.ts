import { type Client, escapeIdentifier } from 'pg';
import { z } from 'zod';
import { queryRow, queryRows } from './query.js';

/** Table within a service's schema that lists its migrations. */
export const MIGRATIONS_TABLE = 'schema_migrations';

/** Returns the names of the migrations that a schema lists, in order; none when the schema does not exist. */
export async function migrationsOf(client: Client, schema: string): Promise<string[]> {
  const table = `${escapeIdentifier(schema)}.${escapeIdentifier(MIGRATIONS_TABLE)}`;
  const isKnown = z.object({ known: z.boolean() });
  const found = await queryRow(client, isKnown, 'SELECT to_regclass($1) IS NOT NULL AS known', [table]);
  if (!found?.known) return [];
  const named = z.object({ name: z.string() });
  const rows = await queryRows(client, named, `SELECT name FROM ${table} ORDER BY id`);
  return rows.map(({ name }) => name);
}

/** Milliseconds since 1970 that the name of a migration ends with. */
const timeOf = (name: string) => Number(name.slice(-13));

/**
 * Returns the `listed` migrations that are older than all migrations of this code. This version has replaced them
 * by a single migration.
 */
export function replacedMigrations(
  listed: readonly string[],
  migrations: readonly { readonly name: string }[],
): string[] {
  const oldest = Math.min(...migrations.map(({ name }) => timeOf(name)));
  return Number.isFinite(oldest) ? listed.filter((name) => timeOf(name) < oldest) : [];
}

/** @throws Error when another version made the schema, with migrations that this code no longer has */
export async function assertNotReplaced(
  admin: Client,
  schema: string,
  migrations: readonly { readonly name: string }[],
): Promise<void> {
  const squashed = replacedMigrations(await migrationsOf(admin, schema), migrations);
  if (squashed.length === 0) return;
  throw new Error(
    `The schema ${schema} was made by another version, with migrations that this version no longer has (${squashed.join(', ')}). Nothing was changed. Start with an empty database, or with the version that made the schema (CHANGELOG.md).`,
  );
}
