import type { UnsentMail } from '@secure-preview/contracts';
import type { AllSettingsMessages } from '../../../messages/settings-page/use-settings-page-messages.js';

/** Returns the kind and the state of a mail. */
export function unsentTitle(
  { kind, state }: UnsentMail,
  { settings: { unsentMails: t } }: AllSettingsMessages,
): string {
  const kinds: Readonly<Record<string, string>> = t.kinds;
  const states: Readonly<Record<string, string>> = t.states;
  return `${kinds[kind] ?? kind}: ${states[state] ?? state}`;
}

/** Returns why a mail was not sent, or waits. */
export function unsentReason(
  { state, reason }: UnsentMail,
  { settings: { unsentMails: t } }: AllSettingsMessages,
): string {
  const reasons: Readonly<Record<string, string>> = t.reasons;
  if (reason !== null) return reasons[reason] ?? reason;
  return state === 'expired' ? t.notInTime : t.late;
}
