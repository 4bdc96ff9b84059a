import { formatTime, type PersonPage, type PlayedRange } from '@secure-preview/contracts';
import { deviceOf } from '../../../lib/device.js';
import { formatsOf } from '../../../lib/formats.js';
import { formatPercent } from '../../../lib/percent.js';
import type { AllAudienceMessages } from '../../../messages/audience-page/use-audience-page-messages.js';

/** Returns ranges as text, such as `0:00–0:42, 1:10–2:00`. */
export const formatRanges = (ranges: readonly PlayedRange[]): string =>
  ranges.map(([from, to]) => `${formatTime(from)}–${formatTime(to)}`).join(', ');

export const formatMoment = (at: string, { locale }: AllAudienceMessages): string =>
  formatsOf(locale).date.format(Date.parse(at));

/** Returns the time from a start to an end. The day is named once if it is the same. */
export function formatSpan(from: string, to: string, { locale }: AllAudienceMessages): string {
  const start = Date.parse(from);
  return formatsOf(locale).date.formatRange(start, Math.max(start, Date.parse(to)));
}

export const formatNumber = (number: number, { locale }: AllAudienceMessages): string =>
  formatsOf(locale).number.format(number);

/** Returns the watched time, with its share if the length is known. Less than half a second counts as nothing. */
export function formatWatched(
  {
    seconds,
    share,
    trailerSeconds,
  }: { seconds: number; share: number | null; trailerSeconds: number | null },
  { person: t, locale }: AllAudienceMessages,
): string {
  if (seconds < 0.5) return t.notPlayed;
  const time = formatTime(seconds);
  if (share === null || trailerSeconds === null) return t.watched(time);
  return t.watchedOf(time, formatTime(trailerSeconds), formatPercent(share, locale));
}

/** Returns the device of a user agent, such as "Chrome on Android". */
export function formatDevice(userAgent: string | null, { person: t }: AllAudienceMessages): string {
  const { browser, system } = deviceOf(userAgent);
  if (browser && system) return t.device(browser, system);
  return browser ?? system ?? t.unknownDevice;
}

/** Names of a version and its time of upload. */
interface VersionTitle {
  readonly title: string;
  /** Null if the version was removed, or while titles are unavailable. */
  readonly uploaded: string | null;
}

/** Returns the title of a version, or a phrase if it was removed or cannot be read now. */
export function titleOf(
  trailerId: string,
  trailers: PersonPage['trailers'],
  messages: AllAudienceMessages,
): VersionTitle {
  const { person: t } = messages;
  if (!trailers) return { title: t.titleUnavailable, uploaded: null };
  const trailer = trailers.find(({ id }) => id === trailerId);
  if (!trailer) return { title: t.removedVersion, uploaded: null };
  return { title: trailer.title, uploaded: t.uploaded(formatMoment(trailer.createdAt, messages)) };
}
