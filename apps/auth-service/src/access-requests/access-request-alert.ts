import type { OutgoingMail } from '@secure-preview/service-kit/outbox';
import type { NewAccessRequest } from './access-request.js';

const DAY_SECONDS = 24 * 60 * 60;

/** Returns the alert about a stored request; undefined without an address for alerts. */
export function alertOf(id: string, request: NewAccessRequest): OutgoingMail | undefined {
  const { name, email, reason, alert } = request;
  if (alert === null) return undefined;
  return {
    key: `access-requested:${id}`,
    kind: 'alert',
    recipient: alert.recipient,
    language: alert.language,
    payload: { event: 'accessRequested', name, email, reason, companyName: alert.companyName },
    validSeconds: DAY_SECONDS,
  };
}
