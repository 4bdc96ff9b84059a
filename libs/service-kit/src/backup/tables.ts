import { type Client, escapeIdentifier } from 'pg';
import { z } from 'zod';
import { MIGRATIONS_TABLE } from '../postgres/listed-migrations.js';
import { queryRows } from '../postgres/query.js';

export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
}

const tableRow = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  references: z.array(z.string()),
});

/** Returns a service's tables except its list of migrations, each after the tables that it references. */
export async function tablesOf(client: Client, schema: string): Promise<Table[]> {
  const tables = await queryRows(
    client,
    tableRow,
    `SELECT c.relname AS name,
            ARRAY(SELECT attname::text FROM pg_attribute
                  WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
                  ORDER BY attnum) AS columns,
            ARRAY(SELECT r.relname::text FROM pg_constraint k JOIN pg_class r ON r.oid = k.confrelid
                  WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid <> c.oid) AS "references"
     FROM pg_class c WHERE c.relnamespace = $1::regnamespace AND c.relkind = 'r' AND c.relname <> $2
     ORDER BY c.relname`,
    [escapeIdentifier(schema), MIGRATIONS_TABLE],
  );
  const sorted: Table[] = [];
  const unsorted = new Map(tables.map((table) => [table.name, table]));
  while (unsorted.size > 0) {
    const ready = [...unsorted.values()].filter(
      ({ references }) => !references.some((name) => unsorted.has(name)),
    );
    if (ready.length === 0) throw new Error(`The tables of ${schema} have circular references`);
    for (const { name, columns } of ready) {
      sorted.push({ name, columns });
      unsorted.delete(name);
    }
  }
  return sorted;
}

/** Returns the quoted and schema-qualified name of a table. */
export const qualified = (schema: string, { name }: Pick<Table, 'name'>) =>
  `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;
