import { type Invitation, viewingLimits } from '@secure-preview/contracts';
import { dateTimeText } from '../../../lib/formats.js';
import { formatPercent } from '../../../lib/percent.js';
import type { AllAccessMessages } from '../../../messages/access-page/use-access-page-messages.js';

export const dateText = (date: string, { locale }: AllAccessMessages): string =>
  dateTimeText(Date.parse(date), locale);

/** Returns the state as text; of an opened invitation with the time. */
export function stateText({ state, openedAt }: Invitation, messages: AllAccessMessages): string {
  const t = messages.access.invitations;
  const states: Readonly<Record<string, string>> = t.states;
  const text = states[state] ?? state;
  return state === 'opened' && openedAt !== null
    ? `${text} ${t.openedAt(dateText(openedAt, messages))}`
    : text;
}

/** Returns why the last mail failed or waits, and what to do; undefined if it did neither. */
export function reasonText({ state, reason }: Invitation, messages: AllAccessMessages): string | undefined {
  const t = messages.access.invitations;
  const reasons: Readonly<Record<string, string>> = t.reasons;
  const unknown = state === 'notSent' ? t.notInTime : undefined;
  const text = reason === null ? unknown : (reasons[reason] ?? reason);
  return state === 'uncertain' ? [text, t.uncertainHelp].filter(Boolean).join(' ') : text;
}

/** Returns the watched share of the shown version. */
export function watchedText({ watchedShare }: Invitation, messages: AllAccessMessages): string {
  const t = messages.access.invitations;
  if (watchedShare === undefined) return t.watchedUnknown;
  if (watchedShare === null || watchedShare === 0) return t.notWatched;
  if (watchedShare >= viewingLimits.completedShare) return t.finished;
  return formatPercent(watchedShare, messages.locale);
}

/** Returns the window in which the invitation is valid. */
export function windowText({ startsAt, endsAt }: Invitation, messages: AllAccessMessages): string {
  const t = messages.access.invitations;
  const start = startsAt === null ? undefined : t.from(dateText(startsAt, messages));
  const end = endsAt === null ? undefined : t.until(dateText(endsAt, messages));
  return [start, end].filter(Boolean).join(' ') || t.always;
}

/** Returns whether the invitation is for everybody of a domain. */
export const isForDomain = ({ email }: Invitation): boolean => email.startsWith('@');

/** Returns whether the link of the invitation lets anybody in, now or later. */
export const hasLink = (invitation: Invitation): boolean =>
  !isForDomain(invitation) && invitation.state !== 'revoked' && invitation.state !== 'expired';
