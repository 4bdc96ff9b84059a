import { gunzipSync } from 'node:zlib';
import { type ArchiveEntry, readWhole } from '@secure-preview/operations';
import { type Client, escapeIdentifier, escapeLiteral } from 'pg';
import { z } from 'zod';
import { queryRows } from '../postgres/query.js';
import type { SavedSchema } from './save-schema.js';
import { qualified, type Table } from './tables.js';

const FILE = /^tables\/([^/]+)\/\d+\.jsonl\.gz$/;

/** Returns the names of the tables that have rows. */
export async function nonEmptyTables(
  client: Client,
  schema: string,
  tables: readonly Table[],
): Promise<string[]> {
  const nonEmpty: string[] = [];
  for (const table of tables) {
    const { rowCount } = await client.query(`SELECT FROM ${qualified(schema, table)} LIMIT 1`);
    if (rowCount !== 0) nonEmpty.push(table.name);
  }
  return nonEmpty;
}

/** Fills the tables of a schema within the caller's transaction, as the owner of the tables. */
export class SchemaLoader {
  readonly counts: Record<string, number> = {};

  constructor(
    private readonly client: Client,
    private readonly saved: SavedSchema,
  ) {}

  /** Disables triggers, because the saved rows already contain the values that triggers derive. */
  async begin(): Promise<void> {
    await this.alterTables('DISABLE TRIGGER USER');
  }

  /** Inserts a file of rows; returns false for any other file. */
  async loadRows(entry: ArchiveEntry): Promise<boolean> {
    const [, name] = FILE.exec(entry.name) ?? [];
    if (name === undefined) return false;
    const table = this.saved.tables.find(({ name: tableName }) => tableName === name);
    if (table === undefined) throw new Error(`The backup has rows of the unknown table ${name}.`);
    const lines = gunzipSync(await readWhole(entry))
      .toString()
      .trimEnd()
      .split('\n');
    const columns = table.columns.map(escapeIdentifier).join(', ');
    const target = qualified(this.saved.schema, table);
    await this.client.query(
      `INSERT INTO ${target} (${columns}) OVERRIDING SYSTEM VALUE
       SELECT ${columns} FROM json_populate_recordset(NULL::${target}, $1::json)`,
      [`[${lines.join(',')}]`],
    );
    this.counts[name] = (this.counts[name] ?? 0) + lines.length;
    return true;
  }

  /** Enables triggers, and sets identity sequences to continue after the restored rows. */
  async end(): Promise<void> {
    await this.alterTables('ENABLE TRIGGER USER');
    const rows = await queryRows(
      this.client,
      z.object({ table: z.string(), column: z.string() }),
      `SELECT c.relname AS table, a.attname AS column FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
       WHERE c.relnamespace = $1::regnamespace AND c.relkind = 'r' AND a.attidentity <> ''`,
      [escapeIdentifier(this.saved.schema)],
    );
    for (const { table, column } of rows) {
      if (!this.saved.tables.some(({ name }) => name === table)) continue;
      const target = qualified(this.saved.schema, { name: table });
      await this.client.query(
        `SELECT setval(pg_get_serial_sequence(${escapeLiteral(target)}, ${escapeLiteral(column)}), greatest(max(${escapeIdentifier(column)}), 1),
                       max(${escapeIdentifier(column)}) IS NOT NULL) FROM ${target}`,
      );
    }
  }

  private async alterTables(action: string): Promise<void> {
    for (const table of this.saved.tables) {
      await this.client.query(`ALTER TABLE ${qualified(this.saved.schema, table)} ${action}`);
    }
  }
}
