import { execute, type Queryable, queryRows } from '@secure-preview/service-kit/postgres';
import * as z from 'zod';
import type { ChangedBy } from '../changed-by.js';
import { LAST_MAIL_KEY } from '../invitation-mails/invitation-mail.queries.js';
import { type InvitationTerms, type Invitee, isDomain, searchTextOf } from './invitation.js';

/** A changed invitation, with all that its mail needs. */
const changed = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  language: z.string(),
  message: z.string(),
  startsAt: z.date().nullable(),
  endsAt: z.date().nullable(),
  generation: z.number(),
  mailNumber: z.number(),
  wasUsed: z.boolean(),
});
export type ChangedInvitation = z.output<typeof changed>;

const CHANGED = `i.id, i.email, i.name, i.language, i.message, i.starts_at AS "startsAt", i.ends_at AS "endsAt",
  i.generation, i.mail_number AS "mailNumber", i.was_used AS "wasUsed"`;
const HAS_ENDED = '(i.revoked_at IS NOT NULL OR i.ends_at <= now())';
/** The number of a mail is never used again, so a renewed invitation has a new one even without a mail. */
const RENEW = `
  UPDATE auth.invitations i
  SET email = r.email, name = r.name, search_text = r.search_text, language = $2, message = $3, starts_at = $4,
      ends_at = $5, mail_number = i.mail_number + 1, revoked_at = NULL, opened_at = NULL,
      version = i.version + 1
  FROM rows r WHERE i.email_key = r.email_key AND ${HAS_ENDED} RETURNING ${CHANGED}`;
const INSERT = `
  INSERT INTO auth.invitations AS i
    (email_key, email, name, search_text, language, message, starts_at, ends_at, mail_number)
  SELECT email_key, email, name, search_text, $2, $3, $4, $5, mails FROM rows ORDER BY ordinality
  ON CONFLICT DO NOTHING RETURNING ${CHANGED}`;
const ROWS = `WITH rows AS (
  SELECT * FROM ROWS FROM (json_to_recordset($1::json) AS
    (email_key text, email text, name text, search_text text, mails integer)) WITH ORDINALITY)`;

/**
 * Creates invitations, and renews those that have ended. Leaves others unchanged.
 *
 * @param invitees by e-mail key
 * @returns the created and renewed ones
 */
export async function invite(
  transaction: Queryable,
  invitees: ReadonlyMap<string, Invitee>,
  { language, message, startsAt, endsAt, sendMail }: InvitationTerms,
): Promise<ChangedInvitation[]> {
  const rows = [...invitees].map(([key, { email, name }]) => ({
    email_key: key,
    email,
    name,
    search_text: searchTextOf({ email, name }),
    mails: sendMail && !isDomain(email) ? 1 : 0,
  }));
  const values = [JSON.stringify(rows), language, message, startsAt, endsAt];
  const renewed = await queryRows(transaction, changed, `${ROWS} ${RENEW}`, values);
  const created = await queryRows(transaction, changed, `${ROWS} ${INSERT}`, values);
  return [...renewed, ...created];
}

const update = (set: string, condition: string) => `UPDATE auth.invitations i SET ${set}
  WHERE i.id = ANY ($1::uuid[]) AND ${condition} RETURNING ${CHANGED}`;

/** Increments the number of mails of valid invitations of people, except of those whose last mail is not sent yet. */
export const countMails = (db: Queryable, ids: readonly string[]) =>
  queryRows(
    db,
    changed,
    update(
      'mail_number = i.mail_number + 1',
      `${HAS_ENDED} IS NOT TRUE AND i.email NOT LIKE '@%' AND NOT EXISTS (
         SELECT FROM outbox.message_outcomes m
         WHERE m.idempotency_key = ${LAST_MAIL_KEY} AND m.state IN ('waiting', 'sending'))`,
    ),
    [ids],
  );

/** Increments the number of mails of invitations whose last mail waits, so that another one replaces it. */
export const replaceWaitingMails = (db: Queryable, ids: readonly string[]) =>
  queryRows(
    db,
    changed,
    update(
      'mail_number = i.mail_number + 1',
      `EXISTS (SELECT FROM outbox.message_outcomes m
               WHERE m.idempotency_key = ${LAST_MAIL_KEY} AND m.state = 'waiting')`,
    ),
    [ids],
  );

export const revoke = (db: Queryable, ids: readonly string[]) =>
  queryRows(
    db,
    changed,
    update(
      'revoked_at = clock_timestamp(), generation = i.generation + 1, version = i.version + 1',
      'i.revoked_at IS NULL',
    ),
    [ids],
  );

/** Changes the end of invitations, except of revoked ones and of those that begin later. */
export const changeEnd = (db: Queryable, ids: readonly string[], endsAt: string | null) =>
  queryRows(
    db,
    changed,
    update(
      'ends_at = $2, version = i.version + 1',
      `i.revoked_at IS NULL AND i.ends_at IS DISTINCT FROM $2::timestamptz
         AND ($2::timestamptz > i.starts_at) IS NOT FALSE`,
    ),
    [ids, endsAt],
  );

const changedBefore = changed.pick({ id: true, wasUsed: true });
export type ChangedBefore = z.output<typeof changedBefore>;

/** Returns the invitations that the command has changed. */
export const changesOf = (db: Queryable, commandId: string): Promise<ChangedBefore[]> =>
  queryRows(
    db,
    changedBefore,
    `SELECT i.id, i.was_used AS "wasUsed"
     FROM auth.invitation_changes c JOIN auth.invitations i ON i.id = c.invitation_id WHERE c.command_id = $1`,
    [commandId],
  );

/**
 * Records changes of a command, each once. The foreign key keeps a plan in each connection. One that was made for a
 * small table reads all invitations for each row, which takes too long after an import, so plans are made anew.
 */
export async function recordChanges(
  db: Queryable,
  invitations: readonly ChangedInvitation[],
  { action, by, commandId }: { action: string; by: ChangedBy; commandId: string },
): Promise<void> {
  await execute(db, 'DISCARD PLANS');
  await execute(
    db,
    `INSERT INTO auth.invitation_changes (command_id, invitation_id, action, ends_at, by_session, by_name)
     SELECT $1, i.id, $2, i.ends_at, $3, $4 FROM auth.invitations i WHERE i.id = ANY ($5::uuid[])
     ON CONFLICT DO NOTHING`,
    [commandId, action, by?.sessionRef ?? null, by?.name ?? null, invitations.map(({ id }) => id)],
  );
}
