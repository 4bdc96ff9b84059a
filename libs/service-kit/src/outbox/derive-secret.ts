import { createHmac } from 'node:crypto';

/**
 * Derives a secret by HMAC-SHA-256 under a key of the server, so that it need not be stored. The service that shows
 * the secret and the notifier that uses it derive the same secret.
 *
 * @param purpose separates the secrets of different features
 * @param generation raised to revoke the secret of an id
 */
export function deriveSecret(
  key: string,
  purpose: 'webhook' | 'code' | 'invitation',
  id: string,
  generation: number,
): Buffer {
  return createHmac('sha256', key).update(`${purpose}:${id}:${generation}`).digest();
}

/** Derives the six digits of a code from its random id (docs/product.md#access). */
export function deriveCode(key: string, codeId: string): string {
  // The remainder of 48 bits is uniform to 4 × 10⁻⁹.
  const number = deriveSecret(key, 'code', codeId, 0).readUIntBE(0, 6) % 1_000_000;
  return String(number).padStart(6, '0');
}

/** Derives the secret of an invitation link: 128 bits in base64url. */
export function deriveInvitationSecret(key: string, invitationId: string, generation: number): string {
  return deriveSecret(key, 'invitation', invitationId, generation).subarray(0, 16).toString('base64url');
}

/** Returns the URL of an invitation. Browsers never send the fragment, so no log or referrer has the secret. */
export const invitationUrl = (portalUrl: string, id: string, secret: string): string =>
  `${new URL('/', portalUrl).href}#invitation=${id}.${secret}`;
