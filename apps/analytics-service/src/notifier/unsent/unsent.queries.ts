import { execute, type Queryable, queryRows } from '@secure-preview/service-kit/postgres';
import { z } from 'zod';
import { NOT_CANCELLED } from '../mail/mail-queue.queries.js';

const unsent = z.object({
  id: z.string(),
  channel: z.enum(['mail', 'webhook']),
  /** Kind of a mail, of an alert with its event, such as `alert:flagged`; or type of a webhook. */
  kind: z.string(),
  /** Recipient of a mail, or URL of a webhook. */
  target: z.string(),
  state: z.string(),
  reason: z.string().nullable(),
  detail: z.string().nullable(),
  attempts: z.number(),
  createdAt: z.date(),
});
export type Unsent = z.output<typeof unsent>;

/** Returns mails and webhooks that were not sent, newest first. */
export const listUnsent = (db: Queryable, limit: number): Promise<Unsent[]> =>
  queryRows(
    db,
    unsent,
    `SELECT id, 'mail' AS channel,
            concat_ws(':', kind, CASE WHEN kind = 'alert' THEN payload ->> 'event' END) AS kind, recipient AS target, state, reason, detail, attempts,
            created_at AS "createdAt"
     FROM outbox.messages WHERE state <> 'sent'
     UNION ALL
     SELECT id, 'webhook', event_type, url, state, reason, detail, attempts, created_at
     FROM outbox.webhook_deliveries WHERE state <> 'delivered'
     ORDER BY "createdAt" DESC LIMIT $1`,
    [limit],
  );

/** Kinds that are never sent again: a code expires before a person can repeat it. */
const NOT_REPEATED = ['code'];

/**
 * Sends an uncertain, refused or expired mail again, unless it was cancelled. It gets its original validity, at least
 * an hour.
 *
 * @returns whether there was such a mail
 */
export async function repeatMail(db: Queryable, id: string): Promise<boolean> {
  const changed = await execute(
    db,
    `UPDATE outbox.messages
     SET state = 'waiting', reason = NULL, detail = NULL, next_attempt_at = now(), finished_at = NULL,
         data_ended = false, expires_at = now() + greatest(expires_at - created_at, interval '1 hour')
     WHERE id = $1 AND state IN ('uncertain', 'refused', 'expired') AND kind <> ALL ($2)
       AND ${NOT_CANCELLED}`,
    [id, NOT_REPEATED],
  );
  return changed === 1;
}

/** Delivers a failed webhook again, from the beginning of its schedule. @returns whether there was one */
export async function repeatWebhook(db: Queryable, id: string): Promise<boolean> {
  const changed = await execute(
    db,
    `UPDATE outbox.webhook_deliveries
     SET state = 'waiting', reason = NULL, detail = NULL, next_attempt_at = now(), finished_at = NULL, attempts = 0
     WHERE id = $1 AND state = 'failed'`,
    [id],
  );
  return changed === 1;
}
