import type { WebhookOutcome } from '@secure-preview/contracts';
import type { AllSettingsMessages } from '../../../messages/settings-page/use-settings-page-messages.js';

/** Returns the outcome of a webhook, with the reason of a failure and the answer of the receiver. */
export function outcomeText(
  { state, reason, detail }: WebhookOutcome,
  { settings: { webhook: t } }: AllSettingsMessages,
): string {
  const states: Readonly<Record<string, string>> = t.states;
  if (reason === null) return states[state] ?? state;
  const reasons: Readonly<Record<string, string>> = t.reasons;
  const text = reasons[reason] ?? reason;
  const cause = detail === null ? text : t.withDetail(text, detail);
  return state === 'waiting' || state === 'sending' ? t.triedAgain(cause) : cause;
}
