import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { MIGRATIONS_TABLE } from './listed-migrations.js';
import { queryRows } from './query.js';
import type { Migrations } from './run-migrations.js';

/**
 * Checks whether the database has every migration that this code was built with. A newer database is fine:
 * migrations are additive, so the previous version keeps running while the next one is rolled out.
 *
 * @returns `ok`, or a list of the missing migrations
 */
export async function schemaState(
  dataSource: DataSource,
  schema: string,
  migrations: Migrations,
): Promise<string> {
  const named = z.object({ name: z.string() });
  const rows = await queryRows(dataSource, named, `SELECT name FROM "${schema}"."${MIGRATIONS_TABLE}"`);
  const known = new Set(rows.map(({ name }) => name));
  const missing = migrations.map(({ name }) => name).filter((name) => !known.has(name));
  return missing.length === 0 ? 'ok' : `migrations are missing: ${missing.join(', ')}`;
}
