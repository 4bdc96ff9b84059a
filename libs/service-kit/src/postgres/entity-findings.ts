import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { queryRows } from './query.js';

const column = z.object({ table: z.string(), column: z.string(), type: z.string(), nullable: z.boolean() });
const migratedColumn = column.extend({ insertDenied: z.boolean() });

const COLUMNS = `
  SELECT c.relname AS table, a.attname AS column, format_type(a.atttypid, a.atttypmod) AS type,
         NOT a.attnotnull AS nullable,
         has_any_column_privilege(c.oid, 'INSERT') AND NOT has_column_privilege(c.oid, a.attnum, 'INSERT')
           AS "insertDenied"
  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
  WHERE c.relnamespace = $1::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND a.attnum > 0 AND NOT a.attisdropped AND c.relname <> ALL ($2)`;

type Column = z.output<typeof column>;

const describe = ({ table, column: name, type, nullable }: Column) =>
  `${table}.${name} ${type}${nullable ? '' : ' NOT NULL'}`;

/** Returns the columns that TypeORM lists in each INSERT, even without a value. */
function insertedColumns({ entityMetadatas }: DataSource): Set<string> {
  return new Set(
    entityMetadatas.flatMap(({ tableName, columns }) =>
      columns
        .filter((each) => each.isInsert && !each.isGenerated)
        .map((each) => `${tableName}.${each.databaseName}`),
    ),
  );
}

/** Returns the columns of the entities, with types as Postgres names them. */
function entityColumns({ entityMetadatas, driver }: DataSource): Column[] {
  return entityMetadatas.flatMap(({ tableName, columns }) =>
    columns.map((each) => ({
      table: tableName,
      column: each.databaseName,
      type: `${driver.normalizeType(each)}${each.isArray ? '[]' : ''}`,
      nullable: each.isNullable,
    })),
  );
}

/**
 * Compares the entities of a service with the tables of its migrated schema, column by column.
 *
 * @param excludedTables tables without an entity, such as the list of migrations
 * @returns columns that exist on one side only, differ in type or NOT NULL, or are inserted without the right
 */
export async function entityFindings(
  dataSource: DataSource,
  schema: string,
  excludedTables: readonly string[],
): Promise<string[]> {
  const migrated = await queryRows(dataSource, migratedColumn, COLUMNS, [schema, excludedTables]);
  const inSchema = new Set(migrated.map(describe));
  const inEntities = new Set(entityColumns(dataSource).map(describe));
  const inserted = insertedColumns(dataSource);
  const denied = migrated.map((each) => (each.insertDenied ? `${each.table}.${each.column}` : ''));
  return [
    ...denied.filter((name) => inserted.has(name)).map((name) => `not granted for INSERT: ${name}`),
    ...[...inSchema].filter((each) => !inEntities.has(each)).map((each) => `without entity: ${each}`),
    ...[...inEntities].filter((each) => !inSchema.has(each)).map((each) => `not in the schema: ${each}`),
  ];
}
