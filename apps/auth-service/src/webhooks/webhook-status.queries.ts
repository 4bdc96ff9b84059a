import type { WebhookStatus } from '@secure-preview/contracts';
import { type Queryable, queryRows } from '@secure-preview/service-kit/postgres';
import * as z from 'zod';

export const TEST_EVENT = 'webhook.test';

const found = z.object({
  name: z.enum(['lastTest', 'lastDelivered', 'lastError']),
  key: z.string(),
  type: z.string(),
  state: z.string(),
  reason: z.string().nullable(),
  detail: z.string().nullable(),
  attempts: z.number(),
  at: z.date().transform((at) => at.toISOString()),
});

const newest = (name: z.output<typeof found>['name'], condition: string) => `
  (SELECT '${name}' AS name, idempotency_key AS key, event_type AS type, state, reason, detail, attempts,
          coalesce(finished_at, created_at) AS at
   FROM outbox.endpoint_outcomes WHERE endpoint_id = $1 AND ${condition} ORDER BY created_at DESC LIMIT 1)`;

const STATUS = [
  newest('lastTest', 'event_type = $2'),
  newest('lastDelivered', `state = 'delivered'`),
  newest('lastError', 'reason IS NOT NULL'),
].join(' UNION ALL ');

/** Returns the outcomes of the newest webhooks to an endpoint. */
export async function webhookStatusOf(db: Queryable, endpointId: string): Promise<WebhookStatus> {
  const rows = await queryRows(db, found, STATUS, [endpointId, TEST_EVENT]);
  const status: WebhookStatus = { lastTest: null, lastDelivered: null, lastError: null };
  for (const { name, ...outcome } of rows) status[name] = outcome;
  return status;
}
