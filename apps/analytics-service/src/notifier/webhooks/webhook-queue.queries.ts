import { execute, type Queryable, queryRow } from '@secure-preview/service-kit/postgres';
import { z } from 'zod';
import type { ClaimedWebhook, WebhookOutcome } from './webhook.js';

const claimed = z.object({
  id: z.string(),
  endpointId: z.string(),
  endpointGeneration: z.number(),
  url: z.string(),
  eventType: z.string(),
  data: z.unknown(),
  createdAt: z.date(),
  attempt: z.number(),
});

/**
 * Whether a delivery may be sent: to the present address, or queued long after the last change, as after a restore in
 * which settings and outbox differ. A gateway may use the earlier address for seconds after a change.
 */
const IS_PRESENT = `coalesce(
  (SELECT e.endpoint_id IS NOT DISTINCT FROM d.endpoint_id OR d.created_at > e.at + interval '1 minute'
   FROM outbox.webhook_endpoints e ORDER BY e.id DESC LIMIT 1), true)`;

/** Claims the delivery to the present address that has been due longest for `leaseSeconds`. */
export function claimNextWebhook(db: Queryable, leaseSeconds: number): Promise<ClaimedWebhook | undefined> {
  return queryRow(
    db,
    claimed,
    `UPDATE outbox.webhook_deliveries
     SET state = 'sending', attempts = attempts + 1, lease_until = clock_timestamp() + make_interval(secs => $1)
     WHERE id = (SELECT id FROM outbox.webhook_deliveries d
                 WHERE state = 'waiting' AND next_attempt_at <= clock_timestamp() AND ${IS_PRESENT}
                 ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING id, endpoint_id AS "endpointId", endpoint_generation AS "endpointGeneration", url,
       event_type AS "eventType", data, created_at AS "createdAt", attempts AS attempt`,
    [leaseSeconds],
  );
}

/** Stores the outcome, also after the lease has ended, unless another attempt has begun. */
export async function finishDelivery(
  db: Queryable,
  { id, attempt }: ClaimedWebhook,
  outcome: WebhookOutcome,
  retrySeconds: number,
): Promise<void> {
  const { state, reason, detail } =
    outcome.state === 'delivered' ? { ...outcome, reason: null, detail: null } : outcome;
  await execute(
    db,
    `UPDATE outbox.webhook_deliveries
     SET state = $3, reason = $4, detail = $5, lease_until = NULL,
         next_attempt_at = clock_timestamp() + make_interval(secs => $6),
         finished_at = CASE WHEN $3 <> 'waiting' THEN clock_timestamp() END
     WHERE id = $1 AND attempts = $2 AND state IN ('sending', 'waiting')`,
    [id, attempt, state, reason, detail, retrySeconds],
  );
}

/** Releases the deliveries of notifiers that were killed. Receivers recognise a repeated one by its id. */
export async function releaseWebhookLeases(db: Queryable): Promise<void> {
  await execute(
    db,
    `UPDATE outbox.webhook_deliveries SET state = 'waiting', reason = 'INTERRUPTED', lease_until = NULL
     WHERE state = 'sending' AND lease_until <= clock_timestamp()`,
  );
}

/** Ends waiting deliveries to an address that was changed or removed. Their data may contain names. */
export async function endDeliveriesToOtherAddresses(db: Queryable): Promise<void> {
  await execute(
    db,
    `UPDATE outbox.webhook_deliveries d
     SET state = 'failed', reason = 'ADDRESS_CHANGED', detail = NULL, finished_at = clock_timestamp()
     WHERE state = 'waiting' AND NOT ${IS_PRESENT}`,
  );
}

/** Notes why waiting webhooks are not delivered. */
export async function noteWebhookReason(db: Queryable, reason: string): Promise<void> {
  await execute(
    db,
    `UPDATE outbox.webhook_deliveries SET reason = $1, detail = NULL
     WHERE state = 'waiting' AND reason IS DISTINCT FROM $1`,
    [reason],
  );
}

/** Removes a reason that no longer applies from waiting webhooks. */
export async function clearWebhookReason(db: Queryable, reason: string): Promise<void> {
  await execute(
    db,
    `UPDATE outbox.webhook_deliveries SET reason = NULL WHERE state = 'waiting' AND reason = $1`,
    [reason],
  );
}
