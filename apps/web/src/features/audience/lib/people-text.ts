import { formatTime, type ListedPerson } from '@secure-preview/contracts';
import { formatPercent } from '../../../lib/percent.js';
import type { AllAudienceMessages } from '../../../messages/audience-page/use-audience-page-messages.js';

/** Returns the watched time and share. Less than a second counts as not watched. */
export function watchedText(
  { watchedSeconds, watchedShare }: Pick<ListedPerson, 'watchedSeconds' | 'watchedShare'>,
  { admin, locale }: AllAudienceMessages,
): string {
  const t = admin.leads;
  if (watchedSeconds < 1) return t.notYet;
  const time = formatTime(watchedSeconds);
  return watchedShare === null ? time : t.watchedOf(time, formatPercent(watchedShare, locale));
}
