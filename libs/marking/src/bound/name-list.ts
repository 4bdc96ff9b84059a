import type { NamedCopy } from './identification.js';

const sortedUnion = (a: readonly string[], b: readonly string[]) => [...new Set([...a, ...b])].sort();

/** Compares by code units, so that the order does not depend on a language. */
export const byText = (a: string, b: string) => Number(a > b) - Number(a < b);
/** Puts the better name first: single before pair, then the smaller bound. */
const byStrength = (a: NamedCopy, b: NamedCopy) =>
  byText(b.test, a.test) || a.log10Np - b.log10Np || byText(a.versionId, b.versionId);

/**
 * Combines names of the same person by several tests and comparisons into one, which keeps the strongest. Sorted by
 * bound, then by mark id.
 */
export function combineNames(names: readonly NamedCopy[]): NamedCopy[] {
  const combined = new Map<string, NamedCopy>();
  for (const name of names) {
    const other = combined.get(name.markId);
    if (!other) {
      combined.set(name.markId, name);
      continue;
    }
    combined.set(name.markId, {
      ...(byStrength(name, other) < 0 ? name : other),
      partners: sortedUnion(name.partners, other.partners),
      sameCodeword: sortedUnion(name.sameCodeword, other.sameCodeword),
    });
  }
  return [...combined.values()].sort((a, b) => a.log10Np - b.log10Np || byText(a.markId, b.markId));
}
