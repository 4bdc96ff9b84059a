import type { BlockTarget } from '@secure-preview/contracts';
import { type CancelReason, cancelMails } from '@secure-preview/service-kit/outbox';
import { execute, type Queryable, queryRows } from '@secure-preview/service-kit/postgres';
import * as z from 'zod';
import { mailKeys, type NumberedMails } from './invitation-mail-key.js';

/** Key in the outbox of the last mail of the invitation `i`. */
export const LAST_MAIL_KEY = `'invitation:' || i.id || ':' || i.mail_number`;

/**
 * Serialises changes that send or cancel mails of invitations until the transaction ends. So changes never wait for
 * each other's rows, and no mail is stored for an address that another transaction blocks meanwhile.
 */
export async function lockInvitations(transaction: Queryable): Promise<void> {
  await execute(transaction, `SELECT pg_advisory_xact_lock(hashtextextended('invitations', 0))`);
}

/** Cancels the mails of invitations that were not sent yet. */
export const cancelMailsOf = (
  transaction: Queryable,
  invitations: readonly NumberedMails[],
  reason: CancelReason,
): Promise<void> => cancelMails(transaction, invitations.flatMap(mailKeys), reason);

const numbered = z.object({ id: z.string(), mailNumber: z.number() });

/** Cancels the mails to an address or domain that is blocked. Networks have no mails. */
export async function cancelBlockedMails(
  transaction: Queryable,
  { kind, value }: BlockTarget,
): Promise<void> {
  const invitations = await queryRows(
    transaction,
    numbered,
    `SELECT id, mail_number AS "mailNumber" FROM auth.invitations
     WHERE CASE $1 WHEN 'address' THEN email_key = $2
                   WHEN 'domain' THEN substring(email_key FROM '[^@]*$') = $2 END`,
    [kind, value],
  );
  await cancelMailsOf(transaction, invitations, 'BLOCKED');
}
