import { gzipSync } from 'node:zlib';
import type { SectionWriter } from '@secure-preview/operations';
import type { Client } from 'pg';
import { z } from 'zod';
import { migrationsOf } from '../postgres/listed-migrations.js';
import { queryRows } from '../postgres/query.js';
import { qualified, type Table, tablesOf } from './tables.js';

/** Rows per fetch. */
const FETCH_ROWS = 200;
/** Uncompressed bytes per file; one file at a time is in memory. */
const FILE_BYTES = 2 * 2 ** 20;

/** First file of a service's section. */
export interface SavedSchema {
  readonly schema: string;
  /** Migrations of the saved tables. A restore runs these migrations before it fills the tables. */
  readonly migrations: readonly string[];
  readonly tables: readonly Table[];
}

const savedRow = z.object({ row: z.string() });

/** Yields a table's rows as JSON text. Postgres writes and reads the JSON, so JavaScript converts no value. */
async function* rowsOf(client: Client, schema: string, table: Table): AsyncGenerator<string> {
  await client.query(
    `DECLARE saved NO SCROLL CURSOR FOR SELECT row_to_json(t)::text AS row FROM ${qualified(schema, table)} t`,
  );
  for (;;) {
    const rows = await queryRows(client, savedRow, `FETCH ${FETCH_ROWS} FROM saved`);
    for (const { row } of rows) yield row;
    if (rows.length < FETCH_ROWS) break;
  }
  await client.query('CLOSE saved');
}

async function saveTable(
  client: Client,
  schema: string,
  table: Table,
  section: SectionWriter,
  folder: string,
): Promise<number> {
  let [count, file, bytes] = [0, 0, 0];
  let lines: string[] = [];
  const flush = async () => {
    if (lines.length === 0) return;
    file += 1;
    const name = `${folder}tables/${table.name}/${String(file).padStart(6, '0')}.jsonl.gz`;
    await section.addBytes(name, gzipSync(`${lines.join('\n')}\n`, { level: 4 }));
    [lines, bytes] = [[], 0];
  };
  for await (const row of rowsOf(client, schema, table)) {
    lines.push(row);
    count += 1;
    bytes += row.length;
    if (bytes > FILE_BYTES) await flush();
  }
  await flush();
  return count;
}

/**
 * Saves a consistent state of a service's tables while the service runs. Call it in a transaction with one
 * snapshot (REPEATABLE READ).
 *
 * @param folder of its files in the section, ending in a slash; empty for the service's own schema
 * @returns rows by table
 */
export async function saveSchema(
  client: Client,
  schema: string,
  section: SectionWriter,
  folder = '',
): Promise<Record<string, number>> {
  const tables = await tablesOf(client, schema);
  const saved: SavedSchema = { schema, migrations: await migrationsOf(client, schema), tables };
  await section.addJson(`${folder}schema.json`, saved);
  const counts: Record<string, number> = {};
  for (const table of tables) counts[table.name] = await saveTable(client, schema, table, section, folder);
  return counts;
}
