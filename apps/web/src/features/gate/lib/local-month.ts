/** Returns the names of the months in a language. */
const monthNames = (locale: string) => {
  const format = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2000, month)));
};

/** Returns an English month and year, such as `October 2025`, in a language. Returns any other text as it is. */
export function localMonth(text: string, locale: string): string {
  const [, name = '', year] = /^(\w+) (\d{4})$/.exec(text) ?? [];
  const month = monthNames('en').indexOf(name);
  if (month < 0) return text;
  const format = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return format.format(Date.UTC(Number(year), month));
}
