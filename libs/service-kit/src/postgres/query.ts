import type { ClientBase } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import { z } from 'zod';

/** Runs SQL: a data source, the transaction of an entity manager, or a connection outside of TypeORM. */
export type Queryable = Pick<DataSource | EntityManager | ClientBase, 'query'>;

/** TypeORM returns rows and the number of changed rows for UPDATE and DELETE, and only rows for other statements. */
const changed = z.tuple([z.array(z.unknown()), z.number()]);
/** Result of node-postgres for a single statement. The number is null for statements such as SET. */
const clientResult = z.object({ rows: z.array(z.unknown()), rowCount: z.number().nullable() });

async function run(db: Queryable, sql: string, values: readonly unknown[]): Promise<[unknown, number]> {
  const result: unknown = await (db as ClientBase).query(sql, [...values]);
  if (!Array.isArray(result)) {
    const { rows, rowCount } = clientResult.parse(result);
    return [rows, rowCount ?? 0];
  }
  // A row is an object, so an array comes first only if rows and their number are returned.
  return Array.isArray(result[0]) ? changed.parse(result) : [result, result.length];
}

/**
 * Runs a statement that TypeORM's query builder cannot express, and parses each row.
 *
 * @param row schema of a row, keyed by the column names of the statement (Zod or Zod Mini)
 * @throws ZodError when a row does not match the schema
 */
export async function queryRows<Row extends z.core.$ZodType>(
  db: Queryable,
  row: Row,
  sql: string,
  values: readonly unknown[] = [],
): Promise<z.output<Row>[]> {
  const [rows] = await run(db, sql, values);
  return z.array(row).parse(rows);
}

/** Runs a statement as {@link queryRows} does. @returns its first row; undefined without rows */
export async function queryRow<Row extends z.core.$ZodType>(
  db: Queryable,
  row: Row,
  sql: string,
  values: readonly unknown[] = [],
): Promise<z.output<Row> | undefined> {
  return (await queryRows(db, row, sql, values))[0];
}

/** Runs a statement for its effect. @returns the number of changed rows, or of rows that INSERT … RETURNING returns */
export async function execute(db: Queryable, sql: string, values: readonly unknown[] = []): Promise<number> {
  return (await run(db, sql, values))[1];
}
