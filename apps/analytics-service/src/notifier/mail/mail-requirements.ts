import type { MailKind } from '@secure-preview/service-kit/outbox';
import type { MailContext } from './mail-content.js';

export type MissingSetting = 'OUTBOX_SECRET_MISSING' | 'PORTAL_URL_UNKNOWN';

/** Returns why mails of a kind wait: a setting without which their code or link cannot be written. */
export function missingSetting(
  kind: string,
  { outboxSecret, portalUrl }: MailContext,
): MissingSetting | undefined {
  const needsSecret: readonly string[] = ['code', 'invitation'] satisfies MailKind[];
  if (needsSecret.includes(kind) && outboxSecret === undefined) return 'OUTBOX_SECRET_MISSING';
  return kind === 'invitation' && portalUrl === undefined ? 'PORTAL_URL_UNKNOWN' : undefined;
}
