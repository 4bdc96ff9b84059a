import { createHmac } from 'node:crypto';

/**
 * Derives a secret by HMAC-SHA-256 under a key of the server, so that it need not be stored. The service that shows
 * the secret and the notifier that uses it derive the same one.
 *
 * @param purpose separates the secrets of different features
 * @param generation raised to revoke the secret of an id
 */
export function deriveSecret(key: string, purpose: 'webhook', id: string, generation: number): Buffer {
  return createHmac('sha256', key).update(`${purpose}:${id}:${generation}`).digest();
}
