interface Formats {
  number: Intl.NumberFormat;
  /** Rounds to two significant digits, for estimates. */
  roughNumber: Intl.NumberFormat;
  date: Intl.DateTimeFormat;
  language: Intl.DisplayNames;
}

const cache = new Map<string, Formats>();

/** Returns the formats of a language, cached because their creation is slow. */
export function formatsOf(locale: string): Formats {
  const formats = cache.get(locale) ?? {
    number: new Intl.NumberFormat(locale),
    roughNumber: new Intl.NumberFormat(locale, { maximumSignificantDigits: 2 }),
    date: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
    language: new Intl.DisplayNames([locale], { type: 'language' }),
  };
  cache.set(locale, formats);
  return formats;
}

/** Returns a date with its time. A line may break only between both, never within "Mar 1" or before "PM". */
export const dateTimeText = (time: number, locale: string): string =>
  formatsOf(locale)
    .date.formatToParts(time)
    .map(({ value }, index, parts) =>
      parts[index + 1]?.type === 'hour' ? value : value.replace(/\s/g, '\u00A0'),
    )
    .join('');

/** Returns the name of the browser's time zone, in which dates are shown. */
export function timeZoneName(locale: string): string | undefined {
  return new Intl.DateTimeFormat(locale, { timeZoneName: 'long' })
    .formatToParts(new Date())
    .find((part) => part.type === 'timeZoneName')?.value;
}
