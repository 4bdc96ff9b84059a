const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';
/** Powers of ten from which on numbers have no name that readers know. */
const LARGEST_NAMED = 15;

const raised = (exponent: number): string =>
  String(exponent)
    .replace('-', '⁻')
    .replace(/\d/g, (digit) => RAISED[Number(digit)] ?? '');

const cache = new Map<string, Intl.NumberFormat>();

function formatOf(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = cache.get(key) ?? new Intl.NumberFormat(locale, options);
  cache.set(key, format);
  return format;
}

/** Returns a number by its logarithm, such as "5.1 · 10⁻¹⁰". Rounds up, as a bound must. */
export function powerText(log10: number, locale: string): string {
  const exponent = Math.floor(log10);
  // The tolerance hides the error of the power: 10 ** 0.7 is 5.0118…, but 10 ** log10(5) may be 5.000000000000001.
  const tenths = Math.ceil(10 ** (log10 - exponent + 1) - 1e-6);
  const [mantissa, power] = tenths >= 100 ? [1, exponent + 1] : [tenths / 10, exponent];
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return `${formatOf(locale, digits).format(mantissa)} · 10${raised(power)}`;
}

/** Returns the number of cases of which one is wrong at most, such as "1.9 billion". Rounds down. */
export function oneInText(log10Np: number, locale: string): string {
  const log10 = -log10Np;
  const exponent = Math.floor(log10);
  if (exponent >= LARGEST_NAMED) return `10${raised(exponent)}`;
  const value = Math.floor(10 ** (log10 - exponent + 1) + 1e-6) * 10 ** (exponent - 1);
  const options = { notation: 'compact', compactDisplay: 'long', maximumSignificantDigits: 2 } as const;
  return formatOf(locale, options).format(value);
}

/** Returns a size in bytes as text, such as "12.3 MB". */
export function sizeText(bytes: number, locale: string): string {
  const [unit, divisor] = bytes < 1e6 ? (['kilobyte', 1e3] as const) : (['megabyte', 1e6] as const);
  return formatOf(locale, { style: 'unit', unit, maximumFractionDigits: 1 }).format(bytes / divisor);
}

/** Returns a share as a percentage with one decimal, such as "4.3%". */
export const exactPercent = (share: number, locale: string): string =>
  formatOf(locale, { style: 'percent', maximumFractionDigits: 1 }).format(share);
