import { execute, type Queryable, queryRow, queryRows } from '@secure-preview/service-kit/postgres';
import * as z from 'zod';
import { BACKUP_LOCK } from './backup-lock.js';

/** SQL: time at which the sweep deletes an unused object. */
export const IN_A_DAY = `clock_timestamp() + interval '1 day'`;

const keyRow = z.object({ key: z.string() });
const lockRow = z.object({ free: z.boolean() });

/** Records the objects that one processing attempt is about to store, in one statement. */
export async function announceForAttempt(
  db: Queryable,
  keys: readonly string[],
  { trailerId, attemptId }: { trailerId: string; attemptId: string },
): Promise<void> {
  await execute(
    db,
    `WITH announced AS (
       INSERT INTO media.stored_objects (key, delete_after) SELECT key, ${IN_A_DAY} FROM unnest($1::text[]) key
       RETURNING key
     )
     INSERT INTO media.attempt_objects (object_key, trailer_id, attempt_id) SELECT key, $2, $3 FROM announced`,
    [keys, trailerId, attemptId],
  );
}

/** Prevents backups from starting until the transaction ends. Returns false if a backup is running. */
export async function lockOutBackups(db: Queryable): Promise<boolean> {
  const lock = await queryRow(db, lockRow, 'SELECT pg_try_advisory_xact_lock_shared($1) AS free', [
    BACKUP_LOCK,
  ]);
  return lock?.free ?? false;
}

/** Marks up to `limit` keys that are due and that no other sweep has locked. */
export async function markDue(db: Queryable, limit: number): Promise<string[]> {
  const rows = await queryRows(
    db,
    keyRow,
    `UPDATE media.stored_objects SET deleting = true WHERE key IN (
       SELECT key FROM media.stored_objects WHERE delete_after <= clock_timestamp()
       ORDER BY delete_after LIMIT $1 FOR UPDATE SKIP LOCKED)
     RETURNING key`,
    [limit],
  );
  return rows.map(({ key }) => key);
}

/** Postpones the deletion of a marked key until an hour after its upload URL was issued. */
export async function awaitLateUpload(db: Queryable, key: string): Promise<void> {
  await execute(
    db,
    `UPDATE media.stored_objects SET delete_after = t.issued_at + interval '1 hour' FROM media.upload_tickets t
     WHERE key = $1 AND deleting AND t.object_key = key AND t.issued_at > clock_timestamp() - interval '1 hour'`,
    [key],
  );
}

/** Removes a marked key that is due. */
export async function removeDue(db: Queryable, key: string): Promise<void> {
  await execute(
    db,
    'DELETE FROM media.stored_objects WHERE key = $1 AND deleting AND delete_after <= clock_timestamp()',
    [key],
  );
}
