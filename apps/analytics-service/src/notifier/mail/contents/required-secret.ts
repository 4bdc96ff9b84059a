import type { MailContext } from '../mail-content.js';

/** Returns the key of codes and links. The notifier claims no mail that needs a missing one. */
export function requiredSecret({ outboxSecret }: MailContext): string {
  if (outboxSecret === undefined) throw new Error('OUTBOX_SECRET is not set');
  return outboxSecret;
}
