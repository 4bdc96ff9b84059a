import { z } from 'zod';
import { execute, type Queryable, queryRows } from '../postgres/query.js';
import {
  type CancelReason,
  mailStates,
  type OutgoingMail,
  type OutgoingWebhook,
  priorityOf,
} from './outgoing.js';

/**
 * Stores a mail in the transaction of the change that causes it. Does nothing if the service has stored a mail with
 * this key before.
 *
 * @param db the transaction of the change
 */
export const enqueueMail = (db: Queryable, mail: OutgoingMail): Promise<void> => enqueueMails(db, [mail]);

/** Stores mails in one statement, as {@link enqueueMail} does with one. */
export async function enqueueMails(db: Queryable, mails: readonly OutgoingMail[]): Promise<void> {
  if (mails.length === 0) return;
  const rows = mails.map((mail) => ({ ...mail, priority: priorityOf(mail) }));
  await execute(
    db,
    `INSERT INTO outbox.messages (idempotency_key, kind, priority, recipient, language, payload, expires_at)
     SELECT key, kind, priority, recipient, language, payload, now() + make_interval(secs => "validSeconds")
     FROM json_to_recordset($1::json) AS mail
       (key text, kind text, priority smallint, recipient text, language text, payload jsonb, "validSeconds" float8)
     ON CONFLICT DO NOTHING`,
    [JSON.stringify(rows)],
  );
}

/**
 * Cancels those of the service's own mails with these keys that were not sent, in the transaction of the change that
 * causes it. A mail that is being sent may still arrive.
 */
export async function cancelMails(
  db: Queryable,
  keys: readonly string[],
  reason: CancelReason,
): Promise<void> {
  if (keys.length === 0) return;
  await execute(
    db,
    `INSERT INTO outbox.cancellations (idempotency_key, reason)
     SELECT idempotency_key, $2 FROM outbox.message_outcomes
     WHERE idempotency_key = ANY ($1) AND state <> 'sent' ON CONFLICT DO NOTHING`,
    [keys, reason],
  );
}

/** Stores the delivery of a webhook, as {@link enqueueMail} does with a mail. */
export async function enqueueWebhook(db: Queryable, webhook: OutgoingWebhook): Promise<void> {
  const { key, endpointId, endpointGeneration, url, type, data } = webhook;
  await execute(
    db,
    `INSERT INTO outbox.webhook_deliveries
       (idempotency_key, endpoint_id, endpoint_generation, url, event_type, data)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
    [key, endpointId, endpointGeneration, url, type, JSON.stringify(data)],
  );
}

/**
 * Stores the present address of webhooks, in the transaction of the settings that change it. Waiting deliveries to any
 * other address are no longer sent.
 *
 * @param endpointId null if the address was removed
 */
export async function storeWebhookEndpoint(db: Queryable, endpointId: string | null): Promise<void> {
  await execute(db, 'INSERT INTO outbox.webhook_endpoints (endpoint_id) VALUES ($1)', [endpointId]);
}

const mailOutcome = z.object({
  id: z.string(),
  key: z.string(),
  state: z.enum(mailStates),
  /** Code of the last failure. */
  reason: z.string().nullable(),
  /** Answer of the server, or the error of the connection. */
  detail: z.string().nullable(),
  attempts: z.number(),
  finishedAt: z.date().nullable(),
});
export type MailOutcome = z.output<typeof mailOutcome>;

/** Returns the outcomes of the service's own mails with these keys. */
export function mailOutcomes(db: Queryable, keys: readonly string[]): Promise<MailOutcome[]> {
  return queryRows(
    db,
    mailOutcome,
    `SELECT id, idempotency_key AS key, state, reason, detail, attempts, finished_at AS "finishedAt"
     FROM outbox.message_outcomes WHERE idempotency_key = ANY ($1)`,
    [keys],
  );
}
