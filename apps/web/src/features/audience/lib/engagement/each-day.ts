import { DAY_MS, type EngagementDay } from '@secure-preview/contracts';

const startOf = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** Days of the shortest plot, so that a single day does not fill it. */
const MIN_DAYS = 7;

/** Adds the days between the first and the last one that have no viewings, and days before up to a week. */
export function eachDay(days: readonly EngagementDay[]): EngagementDay[] {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return [];
  const known = new Map(days.map((day) => [day.day, day]));
  const count = Math.max(MIN_DAYS, Math.round((startOf(last.day) - startOf(first.day)) / DAY_MS) + 1);
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(startOf(last.day) - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10);
    return known.get(day) ?? { day, newViewers: 0, viewings: 0 };
  });
}

/** Returns the formats of days of the portal, which are not moments: long with the year, and short for an axis. */
export function dayFormats(locale: string): {
  long: (day: string) => string;
  short: (day: string) => string;
} {
  const long = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const short = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  return { long: (day) => long.format(startOf(day)), short: (day) => short.format(startOf(day)) };
}
