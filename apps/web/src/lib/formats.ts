interface Formats {
  number: Intl.NumberFormat;
  /** For estimates. */
  roughNumber: Intl.NumberFormat;
  date: Intl.DateTimeFormat;
  language: Intl.DisplayNames;
}

const known = new Map<string, Formats>();

/** Returns the formats of a language. They are kept: creating one takes longer than using it for a whole list. */
export function formatsOf(locale: string): Formats {
  const formats = known.get(locale) ?? {
    number: new Intl.NumberFormat(locale),
    roughNumber: new Intl.NumberFormat(locale, { maximumSignificantDigits: 2 }),
    date: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
    language: new Intl.DisplayNames([locale], { type: 'language' }),
  };
  known.set(locale, formats);
  return formats;
}
