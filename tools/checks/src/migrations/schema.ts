import { selectRows } from '@secure-preview/embedded';
import type { Client } from 'pg';
import { z } from 'zod';

const column = z.object({
  type: z.string(),
  nullable: z.boolean(),
  /** Whether the column gets a value if an INSERT omits it. */
  hasDefault: z.boolean(),
  /** Privileges of the application's role: S(elect), I(nsert), U(pdate). */
  rights: z.string(),
});
export type Column = Readonly<z.infer<typeof column>>;

const tableRow = z.object({ id: z.int(), name: z.string(), mayDelete: z.boolean() });
const checkRow = z.object({ name: z.string(), definition: z.string() });

export interface Table {
  readonly columns: Readonly<Record<string, Column>>;
  /** Columns that are unique together, with their condition, in the form of `ON CONFLICT`. */
  readonly unique: readonly string[];
  /** Allowed values by the name of their check. */
  readonly values: Readonly<Record<string, readonly string[]>>;
  readonly mayDelete: boolean;
}

/** Tables by their qualified name. */
export type Schema = Readonly<Record<string, Table>>;

const TABLES = `SELECT c.oid::int AS id, n.nspname || '.' || c.relname AS name,
    has_table_privilege($2, c.oid, 'DELETE') AS "mayDelete"
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = ANY($1) AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY name`;

const COLUMNS = `SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
    NOT a.attnotnull AS nullable, a.atthasdef OR a.attidentity <> '' AS "hasDefault",
    concat(CASE WHEN has_column_privilege($2, $1::oid, a.attnum, 'SELECT') THEN 'S' END,
      CASE WHEN has_column_privilege($2, $1::oid, a.attnum, 'INSERT') THEN 'I' END,
      CASE WHEN has_column_privilege($2, $1::oid, a.attnum, 'UPDATE') THEN 'U' END) AS rights
  FROM pg_attribute a WHERE a.attrelid = $1::oid AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attname`;

const UNIQUE = `SELECT concat_ws(' where ', string_agg(pg_get_indexdef(i.indexrelid, k.n, false), ', ' ORDER BY
      pg_get_indexdef(i.indexrelid, k.n, false)), pg_get_expr(i.indpred, i.indrelid)) AS key
  FROM pg_index i, generate_series(1, i.indnkeyatts) AS k(n)
  WHERE i.indrelid = $1::oid AND i.indisunique GROUP BY i.indexrelid, i.indpred, i.indrelid ORDER BY key`;

const CHECKS = `SELECT conname AS name, pg_get_constraintdef(oid) AS definition
  FROM pg_constraint WHERE conrelid = $1::oid AND contype = 'c' ORDER BY conname`;

/** Reads these schemas, with the privileges of the application's role. */
export async function readSchema(
  database: Client,
  schemas: readonly string[],
  appRole: string,
): Promise<Schema> {
  const tables: Record<string, Table> = {};
  for (const { id, name, mayDelete } of await selectRows(database, tableRow, TABLES, [schemas, appRole])) {
    const columns = await selectRows(database, column.extend({ name: z.string() }), COLUMNS, [id, appRole]);
    const checks = await selectRows(database, checkRow, CHECKS, [id]);
    const valueLists = checks.map(({ name: check, definition }) => [
      check,
      [...definition.matchAll(/'([^']*)'/g)].map(([, value = '']) => value).sort(),
    ]);
    tables[name] = {
      columns: Object.fromEntries(columns.map(({ name: column, ...rest }) => [column, rest])),
      unique: (await selectRows(database, z.object({ key: z.string() }), UNIQUE, [id])).map(({ key }) => key),
      values: Object.fromEntries(valueLists.filter(([, values]) => (values?.length ?? 0) > 0)),
      mayDelete,
    };
  }
  return tables;
}
