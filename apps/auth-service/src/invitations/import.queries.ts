import type { CheckedRow } from '@secure-preview/contracts';
import { execute, type Queryable, queryRow, queryRows } from '@secure-preview/service-kit/postgres';
import * as z from 'zod';

/** Seconds after which unconfirmed rows are deleted. */
const KEEP_SECONDS = 24 * 60 * 60;

/** Returns how many rows an import has in other lines than these. */
export async function countOtherRows(
  db: Queryable,
  importId: string,
  lines: readonly number[],
): Promise<number> {
  const row = await queryRow(
    db,
    z.object({ count: z.number() }),
    'SELECT count(*)::int AS count FROM auth.import_rows WHERE import_id = $1 AND line <> ALL ($2)',
    [importId, lines],
  );
  return row?.count ?? 0;
}

/** Returns which of the keys are in other lines of an import. */
export async function keysInImport(
  db: Queryable,
  importId: string,
  { keys, lines }: { keys: readonly string[]; lines: readonly number[] },
): Promise<Set<string>> {
  const rows = await queryRows(
    db,
    z.object({ key: z.string() }),
    `SELECT email_key AS key FROM auth.import_rows
     WHERE import_id = $1 AND email_key = ANY ($2) AND line <> ALL ($3)`,
    [importId, keys, lines],
  );
  return new Set(rows.map(({ key }) => key));
}

/** Replaces the rows of these lines. Does not store text that is invalid, as Postgres might reject it. */
export async function replaceRows(
  db: Queryable,
  importId: string,
  rows: readonly (CheckedRow & { key: string | undefined })[],
): Promise<void> {
  const lines = rows.map(({ line }) => line);
  await execute(db, 'DELETE FROM auth.import_rows WHERE import_id = $1 AND line = ANY ($2)', [
    importId,
    lines,
  ]);
  const stored = rows.map(({ key, ...row }) =>
    key === undefined ? { ...row, email: '', name: '' } : { ...row, key },
  );
  await execute(
    db,
    `INSERT INTO auth.import_rows (import_id, line, email_key, email, name, outcome)
     SELECT $1, line, key, email, name, outcome
     FROM json_to_recordset($2::json) AS row (line integer, key text, email text, name text, outcome text)`,
    [importId, JSON.stringify(stored)],
  );
}

/** Returns the rows of an import that can be invited, by key, in the order of lines. */
export async function invitableRows(db: Queryable, importId: string) {
  return queryRows(
    db,
    z.object({ key: z.string(), email: z.string(), name: z.string() }),
    `SELECT email_key AS key, email, name FROM auth.import_rows
     WHERE import_id = $1 AND outcome IN ('new', 'renewed') ORDER BY line`,
    [importId],
  );
}

/** Deletes the rows of an import. Returns how many there were. */
export const deleteRows = (db: Queryable, importId: string): Promise<number> =>
  execute(db, 'DELETE FROM auth.import_rows WHERE import_id = $1', [importId]);

/** Deletes rows that nobody has confirmed in time. */
export async function deleteOldRows(db: Queryable): Promise<void> {
  await execute(db, 'DELETE FROM auth.import_rows WHERE at < clock_timestamp() - make_interval(secs => $1)', [
    KEEP_SECONDS,
  ]);
}
