import { createHash } from 'node:crypto';
import type { OutgoingWebhook } from '@secure-preview/service-kit/outbox';

/** Generation of the signing secrets. Another address has another secret, so none is revoked. */
export const WEBHOOK_GENERATION = 1;

/**
 * Returns the id of an address, from which its signing secret is derived. So the receiver at an earlier address cannot
 * sign webhooks for the present one.
 */
export function endpointIdOf(url: string): string {
  const hex = createHash('sha256').update(url).digest('hex');
  // The version 8 of RFC 9562: its bits are chosen by the application.
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/** Returns an event as a webhook to an address. */
export const webhookTo = (
  url: string,
  event: Pick<OutgoingWebhook, 'key' | 'type' | 'data'>,
): OutgoingWebhook => ({
  ...event,
  endpointId: endpointIdOf(url),
  endpointGeneration: WEBHOOK_GENERATION,
  url,
});
