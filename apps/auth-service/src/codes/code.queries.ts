import { type BlockTarget, limits } from '@secure-preview/contracts';
import { cancelMails } from '@secure-preview/service-kit/outbox';
import { execute, type Queryable, queryRow, queryRows } from '@secure-preview/service-kit/postgres';
import * as z from 'zod';
import { codeMailKey, DAY_SECONDS, type NewCode, REUSE_SECONDS } from './code.js';

const { seconds, tries } = limits.access.code;

/** Serialises requests for one mailbox until the transaction ends, so all replicas count the same requests. */
export async function lockMailbox(transaction: Queryable, mailboxKey: string): Promise<void> {
  await execute(transaction, 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`code ${mailboxKey}`]);
}

/**
 * Makes blocks wait until the transaction ends, so none is added between a check and the mail with a code. Codes do not
 * wait for each other. Taken before the lock of the mailbox.
 */
export async function holdBlocks(transaction: Queryable): Promise<void> {
  await execute(transaction, `SELECT pg_advisory_xact_lock_shared(hashtextextended('codes', 0))`);
}

/** Waits for the codes that are being stored, and makes further ones wait until the transaction ends. */
export async function lockCodes(transaction: Queryable): Promise<void> {
  await execute(transaction, `SELECT pg_advisory_xact_lock(hashtextextended('codes', 0))`);
}

/**
 * Returns the seconds since each request of the last day that counts against the same limit as a code; newest first.
 * Test codes are counted separately: strangers cannot use them up.
 */
export async function requestAges(
  db: Queryable,
  { mailboxKey, byLink, purpose }: NewCode,
): Promise<number[]> {
  const rows = await queryRows(
    db,
    z.object({ age: z.number() }),
    `SELECT extract(epoch FROM clock_timestamp() - requested_at)::float8 AS age FROM auth.codes
     WHERE coalesce(mailbox_key, email_key) = $1 AND by_link = $3 AND (purpose = 'test') = $4
       AND requested_at > clock_timestamp() - make_interval(secs => $2)
     ORDER BY requested_at DESC`,
    [mailboxKey, DAY_SECONDS, byLink, purpose === 'test'],
  );
  return rows.map(({ age }) => age);
}

/** Condition for codes that have tries left and are not expired, or were used a moment ago. */
const VALID = `cardinality(wrong_commands) < ${tries} AND CASE WHEN used_at IS NULL
  THEN requested_at > clock_timestamp() - interval '${seconds} seconds'
  ELSE used_at > clock_timestamp() - interval '${REUSE_SECONDS} seconds' END`;

/** Marks a valid code as used. Returns whether it is valid. */
export async function useCode(db: Queryable, id: string): Promise<boolean> {
  const sql = `UPDATE auth.codes SET used_at = coalesce(used_at, clock_timestamp()) WHERE id = $1 AND ${VALID}`;
  return (await execute(db, sql, [id])) === 1;
}

/** Uses up one try of a valid code, once for each command. */
export async function useUpTry(db: Queryable, id: string, commandId: string): Promise<void> {
  await execute(
    db,
    `UPDATE auth.codes SET wrong_commands = wrong_commands || $2::uuid
     WHERE id = $1 AND $2 <> ALL (wrong_commands) AND ${VALID}`,
    [id, commandId],
  );
}

/** Returns how many tries were left after the command used one up; undefined if the code was not valid. */
export async function triesLeftAfter(
  db: Queryable,
  id: string,
  commandId: string,
): Promise<number | undefined> {
  const row = await queryRow(
    db,
    z.object({ used: z.number().nullable() }),
    'SELECT array_position(wrong_commands, $2) AS used FROM auth.codes WHERE id = $1',
    [id, commandId],
  );
  return row?.used == null ? undefined : tries - row.used;
}

export async function wrongTriesOf(db: Queryable, domain: string): Promise<number> {
  const row = await queryRow(
    db,
    z.object({ wrong: z.number() }),
    `SELECT coalesce(sum(cardinality(wrong_commands)), 0)::int AS wrong FROM auth.codes
     WHERE split_part(email_key, '@', -1) = $1 AND requested_at > clock_timestamp() - make_interval(secs => $2)`,
    [domain, DAY_SECONDS],
  );
  return row?.wrong ?? 0;
}

/**
 * Cancels the mails with codes to an address or domain that is blocked, if they wait. Networks have no mails. Test
 * codes are sent to blocked addresses, too.
 */
export async function cancelBlockedCodes(
  transaction: Queryable,
  { kind, value }: BlockTarget,
): Promise<void> {
  const codes = await queryRows(
    transaction,
    z.object({ id: z.string() }),
    `SELECT id FROM auth.codes
     WHERE requested_at > clock_timestamp() - interval '${seconds} seconds' AND purpose <> 'test'
       AND CASE $1 WHEN 'address' THEN email_key = $2
                   WHEN 'domain' THEN substring(email_key FROM '[^@]*$') = $2 END`,
    [kind, value],
  );
  const keys = codes.map(({ id }) => codeMailKey(id));
  await cancelMails(transaction, keys, 'BLOCKED');
}

/** Deletes codes that no limit counts any more. */
export async function deleteOldCodes(db: Queryable): Promise<void> {
  await execute(
    db,
    'DELETE FROM auth.codes WHERE requested_at < clock_timestamp() - make_interval(secs => $1)',
    [DAY_SECONDS],
  );
}
