import { type Client, escapeIdentifier } from 'pg';

/** Table within a service's schema that lists its migrations. */
export const MIGRATIONS_TABLE = 'schema_migrations';

/** Returns the names of the migrations that a schema had, in order; none when it does not exist. */
export async function migrationsOf(client: Client, schema: string): Promise<string[]> {
  const table = `${escapeIdentifier(schema)}.${escapeIdentifier(MIGRATIONS_TABLE)}`;
  const known = await client.query('SELECT to_regclass($1) IS NOT NULL AS known', [table]);
  if (!known.rows[0]?.known) return [];
  const { rows } = await client.query<{ name: string }>(`SELECT name FROM ${table} ORDER BY id`);
  return rows.map(({ name }) => name);
}

/** Milliseconds since 1970 that the name of a migration ends with. */
const timeOf = (name: string) => Number(name.slice(-13));

/**
 * Returns those of the `listed` migrations that this code lacks and that are older than all of its own.
 * Another version had them, and this one replaced them by one that creates everything.
 */
export function squashedMigrations(
  listed: readonly string[],
  migrations: readonly { readonly name: string }[],
): string[] {
  const oldest = Math.min(...migrations.map(({ name }) => timeOf(name)));
  return Number.isFinite(oldest) ? listed.filter((name) => timeOf(name) < oldest) : [];
}

/** @throws Error when another version made the schema, with migrations that this code no longer has */
export async function refuseSquashed(
  admin: Client,
  schema: string,
  migrations: readonly { readonly name: string }[],
): Promise<void> {
  const squashed = squashedMigrations(await migrationsOf(admin, schema), migrations);
  if (squashed.length === 0) return;
  throw new Error(
    `The schema ${schema} was made by another version, with migrations that this one no longer has (${squashed.join(', ')}). Nothing was changed: start with an empty database, or with the version that made it (CHANGELOG.md).`,
  );
}
