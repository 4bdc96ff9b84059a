import { strangerCodePriorities } from '@secure-preview/service-kit/outbox';
import { execute, type Queryable, queryRow, queryRows } from '@secure-preview/service-kit/postgres';
import { z } from 'zod';
import {
  type AllowedMails,
  type AttemptOutcome,
  type ClaimedMail,
  type RecentAttempts,
  repeatedKinds,
} from './mail.js';

/** Arbitrary number that no other program on the server locks: "SP" and a counter. */
const CLAIM_LOCK = 0x5350_0003;

/** Serialises the claims of all notifiers until the transaction ends, because each counts the others' mails. */
export async function lockClaims(db: Queryable): Promise<void> {
  await execute(db, 'SELECT pg_advisory_xact_lock($1)', [CLAIM_LOCK]);
}

const recentAttempts = z.object({
  lastMinute: z.number(),
  lastTenSeconds: z.number(),
  strangerCodesLastMinute: z.number(),
  strangerCodesLastTenSeconds: z.number(),
});

/** Condition that matches codes for addresses that anybody can make up. */
const STRANGER_CODE = `priority BETWEEN ${strangerCodePriorities.lowest} AND ${strangerCodePriorities.highest}`;

export async function countRecentAttempts(db: Queryable): Promise<RecentAttempts> {
  const lastTenSeconds = `attempted_at > clock_timestamp() - interval '10 seconds'`;
  const counts = await queryRow(
    db,
    recentAttempts,
    `SELECT count(*)::int AS "lastMinute",
            (count(*) FILTER (WHERE ${lastTenSeconds}))::int AS "lastTenSeconds",
            (count(*) FILTER (WHERE ${STRANGER_CODE}))::int AS "strangerCodesLastMinute",
            (count(*) FILTER (WHERE ${STRANGER_CODE} AND ${lastTenSeconds}))::int AS "strangerCodesLastTenSeconds"
     FROM outbox.messages WHERE attempted_at > clock_timestamp() - interval '1 minute'`,
  );
  if (counts === undefined) throw new Error('Postgres counted no attempts');
  return counts;
}

/**
 * Condition that matches mails that their service has not cancelled. Postgres would turn NOT EXISTS into a join, which
 * reads all mails and cancellations for each claim.
 */
export const NOT_CANCELLED = `(
  SELECT c.reason FROM outbox.cancellations c
  WHERE c.sender = messages.sender AND c.idempotency_key = messages.idempotency_key) IS NULL`;

const DUE = `state = 'waiting' AND next_attempt_at <= clock_timestamp() AND expires_at > clock_timestamp()
  AND kind = ANY ($1) AND ${NOT_CANCELLED}`;

/** Returns whether a mail of these kinds is due. */
export async function hasDueMail(db: Queryable, kinds: readonly string[]): Promise<boolean> {
  const found = await queryRows(db, z.object({}), `SELECT FROM outbox.messages WHERE ${DUE} LIMIT 1`, [
    kinds,
  ]);
  return found.length > 0;
}

/** Returns whether a mail of these kinds is due that is no code for an address that anybody can make up. */
export async function hasOtherDueMail(db: Queryable, kinds: readonly string[]): Promise<boolean> {
  const sql = `SELECT FROM outbox.messages WHERE ${DUE} AND NOT (${STRANGER_CODE}) LIMIT 1`;
  return (await queryRows(db, z.object({}), sql, [kinds])).length > 0;
}

const claimed = z.object({
  id: z.string(),
  kind: z.string(),
  recipient: z.string(),
  language: z.string(),
  payload: z.unknown(),
  attempt: z.number(),
  messageId: z.string(),
});

/** Claims the next due mail that is allowed, for `leaseSeconds`. @param domain domain of a new Message-ID */
export function claimNextMail(
  db: Queryable,
  kinds: readonly string[],
  { strangerCodes, others }: AllowedMails,
  domain: string,
  leaseSeconds: number,
): Promise<ClaimedMail | undefined> {
  return queryRow(
    db,
    claimed,
    `UPDATE outbox.messages
     SET state = 'sending', attempts = attempts + 1, attempted_at = clock_timestamp(), data_ended = false,
         lease_until = clock_timestamp() + make_interval(secs => $3),
         message_id = coalesce(message_id, format('<%s@%s>', id, $2::text))
     WHERE id = (SELECT id FROM outbox.messages WHERE ${DUE}
                   AND CASE WHEN ${STRANGER_CODE} THEN $4 ELSE $5 OR kind = 'code' END
                 ORDER BY priority, created_at LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING id, kind, recipient, language, payload, attempts AS attempt, message_id AS "messageId"`,
    [kinds, domain, leaseSeconds, strangerCodes, others],
  );
}

/** Condition that matches an attempt while it holds its lease. */
const LEASED = `id = $1 AND attempts = $2 AND state = 'sending' AND lease_until > clock_timestamp()`;

/** Notes that the mail data is about to end, and extends the lease. @returns false if the lease has expired */
export async function noteDataEnd(db: Queryable, mail: ClaimedMail, leaseSeconds: number): Promise<boolean> {
  const sql = `UPDATE outbox.messages
    SET data_ended = true, lease_until = clock_timestamp() + make_interval(secs => $3) WHERE ${LEASED}`;
  return (await execute(db, sql, [mail.id, mail.attempt, leaseSeconds])) === 1;
}

/** Stores the outcome. A late answer also settles an attempt that was given up as uncertain. */
export async function finishAttempt(
  db: Queryable,
  { id, attempt }: ClaimedMail,
  outcome: AttemptOutcome,
  retrySeconds: number,
): Promise<void> {
  const { state, reason, detail } =
    outcome.state === 'sent' ? { ...outcome, reason: null, detail: null } : outcome;
  await execute(
    db,
    `UPDATE outbox.messages
     SET state = $3, reason = $4, detail = $5, lease_until = NULL,
         next_attempt_at = clock_timestamp() + make_interval(secs => $6),
         finished_at = CASE WHEN $3 <> 'waiting' THEN clock_timestamp() END
     WHERE id = $1 AND attempts = $2 AND state IN ('sending', 'uncertain')`,
    [id, attempt, state, reason, detail, retrySeconds],
  );
}

/**
 * Releases the mails of notifiers that were killed. Mails whose data had not ended are sent again. The server may have
 * accepted the others: of these, alerts are sent again, and all other mails become uncertain.
 */
export async function releaseExpiredLeases(db: Queryable): Promise<void> {
  await execute(
    db,
    `UPDATE outbox.messages
     SET reason = 'INTERRUPTED', detail = NULL, lease_until = NULL,
         state = CASE WHEN data_ended AND kind <> ALL ($1) THEN 'uncertain' ELSE 'waiting' END,
         finished_at = CASE WHEN data_ended AND kind <> ALL ($1) THEN clock_timestamp() END
     WHERE state = 'sending' AND lease_until <= clock_timestamp()`,
    [repeatedKinds],
  );
}

/** Settles cancelled mails. Those being sent are settled only if the attempt fails. */
export async function settleCancelled(db: Queryable): Promise<void> {
  await execute(
    db,
    `UPDATE outbox.messages m
     SET state = 'expired', reason = c.reason, detail = NULL, finished_at = clock_timestamp()
     FROM outbox.cancellations c
     WHERE m.state = 'waiting' AND c.sender = m.sender AND c.idempotency_key = m.idempotency_key`,
  );
}

/** Gives up mails that were not sent in time. */
export async function expireMails(db: Queryable): Promise<void> {
  await execute(
    db,
    `UPDATE outbox.messages SET state = 'expired', finished_at = clock_timestamp()
     WHERE state = 'waiting' AND expires_at <= clock_timestamp()`,
  );
}

/** Notes why waiting mails, of one kind or all, are not sent. */
export async function noteReason(db: Queryable, reason: string, kind?: string): Promise<void> {
  await execute(
    db,
    `UPDATE outbox.messages SET reason = $1, detail = NULL
     WHERE state = 'waiting' AND reason IS DISTINCT FROM $1 AND ($2::text IS NULL OR kind = $2)`,
    [reason, kind ?? null],
  );
}

/** Removes reasons that no longer apply from waiting mails of all but some kinds. */
export async function clearReasons(
  db: Queryable,
  reasons: readonly string[],
  exceptKinds: readonly string[],
): Promise<void> {
  await execute(
    db,
    `UPDATE outbox.messages SET reason = NULL
     WHERE state = 'waiting' AND reason = ANY ($1) AND kind <> ALL ($2)`,
    [reasons, exceptKinds],
  );
}

/**
 * Settles the mails of a restored backup. Mails that waited when it was made may have been sent since, so only
 * alerts are sent again.
 */
export async function markRestored(db: Queryable): Promise<void> {
  await execute(
    db,
    `UPDATE outbox.messages
     SET reason = 'RESTORED', detail = NULL, lease_until = NULL,
         state = CASE WHEN kind = ANY ($1) THEN 'waiting' ELSE 'uncertain' END,
         finished_at = CASE WHEN kind <> ALL ($1) THEN clock_timestamp() END
     WHERE state IN ('waiting', 'sending')`,
    [repeatedKinds],
  );
}
