import { createHmac } from 'node:crypto';

/**
 * Derives a secret that neither outbox nor database holds, by HMAC-SHA-256 under a key of the server. Both the
 * service that shows it and the notifier that uses it derive the same one.
 *
 * @param purpose separates the secrets of different features
 * @param generation raised to revoke the secret of an id
 */
export function deriveSecret(key: string, purpose: 'webhook', id: string, generation: number): Buffer {
  return createHmac('sha256', key).update(`${purpose}:${id}:${generation}`).digest();
}
