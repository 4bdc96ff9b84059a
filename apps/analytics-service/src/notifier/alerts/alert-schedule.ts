import { isTimeZone, MINUTE_MS } from '@secure-preview/contracts';

export const digestTimes = ['digest15', 'digestDaily'] as const;
type DigestTime = (typeof digestTimes)[number];

/** Hour of daily digests in the time zone of the portal. */
const DAILY_HOUR = 8;
const QUARTER_MS = 15 * MINUTE_MS;
/** An alert that lies further in the future shows that the clock was set back. */
const CLOCK_STEP_MS = MINUTE_MS;

/** Returns the clock of a time zone at an instant, as if it were UTC; in milliseconds. */
function localTime(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: isTimeZone(timeZone) ? timeZone : 'UTC',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((found) => found.type === type)?.value);
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

/** Returns the instant at which the clock of a time zone shows `local`. A change of the clock may lie in between. */
function instantOf(local: number, timeZone: string): number {
  const offsetAt = (at: number) => localTime(at, timeZone) - at;
  return local - offsetAt(local - offsetAt(local));
}

/** Returns the first 08:00 in a time zone after an instant. */
export function nextDailyDigest(after: Date, timeZone: string): Date {
  const seconds = Math.floor(after.getTime() / 1000) * 1000;
  const local = new Date(localTime(seconds, timeZone));
  const eightOn = (day: number) =>
    instantOf(Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), day, DAILY_HOUR), timeZone);
  const today = eightOn(local.getUTCDate());
  return new Date(today > after.getTime() ? today : eightOn(local.getUTCDate() + 1));
}

/**
 * Returns whether a digest is due: 15 minutes after its first alert, or at the next 08:00. A digest whose first alert
 * lies in the future is due at once: after the clock was set back by years, it would otherwise wait for years.
 */
export function isDigestDue(time: DigestTime, first: Date, now: Date, timeZone: string): boolean {
  if (first.getTime() - now.getTime() > CLOCK_STEP_MS) return true;
  const due = time === 'digest15' ? first.getTime() + QUARTER_MS : nextDailyDigest(first, timeZone).getTime();
  return now.getTime() >= due;
}
