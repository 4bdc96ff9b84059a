import { isolated } from '@secure-preview/contracts';

/**
 * Makes the functions of a catalogue keep names and addresses in their own direction within a sentence of the other one.
 *
 * @param direction that of the language
 */
export function isolateNames<T extends object>(texts: T, direction: 'ltr' | 'rtl' = 'ltr'): T {
  const isolating = (part: unknown): unknown => {
    if (typeof part === 'function')
      return (...args: unknown[]) =>
        part(...args.map((value) => (typeof value === 'string' ? isolated(value, direction) : value)));
    // Texts that are loaded later are an object of a class.
    return Object.getPrototypeOf(part ?? 0) === Object.prototype
      ? isolateNames(part as object, direction)
      : part;
  };
  return Object.fromEntries(Object.entries(texts).map(([key, part]) => [key, isolating(part)])) as T;
}
