import type { MailKind } from '@secure-preview/service-kit/outbox';
import type { MailContext } from './mail-content.js';

const missingSettings = ['OUTBOX_SECRET_MISSING', 'PORTAL_URL_UNKNOWN'] as const;
export type MissingSetting = (typeof missingSettings)[number];

/** Reasons of waiting mails that end once the operator has set everything. */
export const settingReasons = ['MAIL_NOT_CONFIGURED', ...missingSettings] as const;

/** Returns why mails of a kind wait: a setting without which their code or link cannot be written. */
export function missingSetting(
  kind: string,
  { outboxSecret, portalUrl }: MailContext,
): MissingSetting | undefined {
  const needsSecret: readonly string[] = ['code', 'invitation'] satisfies MailKind[];
  if (needsSecret.includes(kind) && outboxSecret === undefined) return 'OUTBOX_SECRET_MISSING';
  return kind === 'invitation' && portalUrl === undefined ? 'PORTAL_URL_UNKNOWN' : undefined;
}
