import { createHmac } from 'node:crypto';

/**
 * Returns the headers of Standard Webhooks for a body: id, time of the attempt, and signature (HMAC-SHA-256).
 * Source: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signatureHeaders(
  secret: Buffer,
  id: string,
  attemptedAt: Date,
  body: string,
): Readonly<Record<string, string>> {
  const timestamp = Math.floor(attemptedAt.getTime() / 1000);
  const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
  };
}
