import { formatTime, type Lead } from '@secure-preview/contracts';
import { dateTimeText, formatsOf } from '../../../lib/formats.js';
import { formatPercent } from '../../../lib/percent.js';
import type { AllMessages } from '../../../messages/upload-page/use-upload-page-messages.js';

export const formatCount = (count: number, { locale }: AllMessages): string =>
  formatsOf(locale).number.format(count);

export interface LeadTotal {
  total: number;
  totalEstimated: boolean;
}

/** Returns the number of leads as text. An estimate is rounded and marked as an estimate. */
export function formatTotal({ total, totalEstimated }: LeadTotal, messages: AllMessages): string {
  if (!totalEstimated) return formatCount(total, messages);
  return messages.admin.leads.about(formatsOf(messages.locale).roughNumber.format(total));
}

export function formatDate(date: string, { admin, locale }: AllMessages): string {
  const time = Date.parse(date);
  return Number.isNaN(time) ? admin.leads.missing : dateTimeText(time, locale);
}

/** Returns how the address of a lead was proved. */
export function formatProof({ verifiedBy, addressProvedElsewhere }: Lead, { admin }: AllMessages): string {
  const text = admin.leads.proofs[verifiedBy];
  return addressProvedElsewhere ? admin.leads.provedElsewhere(text) : text;
}

/** Returns the watched time and share as text. Less than a second counts as not watched. */
export function formatWatched({ staff, watchedSeconds, watchedShare }: Lead, messages: AllMessages): string {
  const t = messages.admin.leads;
  if (staff) return t.notCounted;
  if (watchedSeconds < 1) return t.notYet;
  const time = formatTime(watchedSeconds);
  return watchedShare === null ? time : t.watchedOf(time, formatPercent(watchedShare, messages.locale));
}

/** Returns a text with the sent part of the trailer as a time; undefined if the time is zero or unknown. */
export function formatSent({ staff, deliveredSeconds }: Lead, { admin }: AllMessages): string | undefined {
  const isCounted = !staff && deliveredSeconds != null && deliveredSeconds >= 1;
  return isCounted ? admin.leads.sent(formatTime(deliveredSeconds)) : undefined;
}

export function formatLastSeen({ staff, lastSeenAt }: Lead, messages: AllMessages): string {
  const t = messages.admin.leads;
  if (staff) return t.notCounted;
  return lastSeenAt === null ? t.never : formatDate(lastSeenAt, messages);
}
