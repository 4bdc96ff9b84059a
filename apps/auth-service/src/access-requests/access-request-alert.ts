import type { OutgoingMail, OutgoingWebhook } from '@secure-preview/service-kit/outbox';
import { webhookTo } from '../webhooks/webhook.js';
import { ALERTS_PER_HOUR, type NewAccessRequest } from './access-request.js';
import type { InsertedRequest } from './access-request.queries.js';

const DAY_SECONDS = 24 * 60 * 60;

/** Returns the alert about a stored request; undefined without an address for alerts. */
export function alertOf(
  { id, earlierAlerts }: InsertedRequest,
  request: NewAccessRequest,
): OutgoingMail | undefined {
  const { name, email, reason, alert } = request;
  if (alert === null) return undefined;
  const { companyName } = alert;
  const isLastOfHour = earlierAlerts + 1 >= ALERTS_PER_HOUR;
  return {
    key: `access-requested:${id}`,
    kind: 'alert',
    recipient: alert.recipient,
    language: alert.language,
    payload: { event: 'accessRequested', name, email, reason, companyName, isLastOfHour },
    validSeconds: DAY_SECONDS,
  };
}

/** Returns the webhook about a stored request; undefined without an address for webhooks. */
export function alertWebhookOf(id: string, request: NewAccessRequest): OutgoingWebhook | undefined {
  const { name, email, reason, webhook } = request;
  if (webhook === null) return undefined;
  const data = { requestId: id, ...(webhook.names ? { name, email, reason } : {}) };
  return webhookTo(webhook.url, { key: `access-requested:${id}`, type: 'access.requested', data });
}
