const cache = new Map<string, Intl.NumberFormat>();

/** Returns a share as a whole percentage, as the language writes it: "69%" in English, "69 %" in German. */
export function formatPercent(share: number, locale: string): string {
  const format = cache.get(locale) ?? new Intl.NumberFormat(locale, { style: 'percent' });
  cache.set(locale, format);
  return format.format(share);
}
