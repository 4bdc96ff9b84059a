import { formatTime, type Lead } from '@secure-preview/contracts';
import { locale, messages } from '../../../messages/index.js';

const words = messages.admin.leads;
const numbers = new Intl.NumberFormat(locale);
const roughNumbers = new Intl.NumberFormat(locale, { maximumSignificantDigits: 2 });
const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });

/** Name of the visitor's own time zone, in which dates are shown. */
export const timeZone = new Intl.DateTimeFormat(locale, { timeZoneName: 'long' })
  .formatToParts(new Date())
  .find((part) => part.type === 'timeZoneName')?.value;

export const formatCount = (count: number): string => numbers.format(count);

export interface LeadTotal {
  total: number;
  totalEstimated: boolean;
}

/** Returns the number of leads as text. An estimate is rounded and marked as such. */
export function formatTotal({ total, totalEstimated }: LeadTotal): string {
  return totalEstimated ? words.about(roughNumbers.format(total)) : numbers.format(total);
}

export function formatDate(date: string): string {
  const time = Date.parse(date);
  return Number.isNaN(time) ? words.missing : dates.format(time);
}

/** Returns the watched time and share. Less than a second counts as nothing. */
export function formatWatched({ staff, watchedSeconds, watchedShare }: Lead): string {
  if (staff) return words.notCounted;
  if (watchedSeconds < 1) return words.notYet;
  const time = formatTime(watchedSeconds);
  return watchedShare === null ? time : words.watchedOf(time, Math.round(watchedShare * 100));
}

/** Returns the trailer time that the portal has sent; undefined if it is none or unknown. */
export function formatSent({ staff, deliveredSeconds }: Lead): string | undefined {
  const counted = !staff && deliveredSeconds != null && deliveredSeconds >= 1;
  return counted ? words.sent(formatTime(deliveredSeconds)) : undefined;
}

export function formatLastSeen({ staff, lastSeenAt }: Lead): string {
  if (staff) return words.notCounted;
  return lastSeenAt === null ? words.never : formatDate(lastSeenAt);
}
