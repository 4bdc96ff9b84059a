import type { PlayedRange } from './viewing.js';

/** Rounds seconds to milliseconds: that is precise enough, and shorter numbers keep reports and rows small. */
export const roundToMs = (seconds: number): number => Math.round(seconds * 1000) / 1000;

/** Rounds a share, 0 to 1, to a hundredth of a percent. */
export const roundShare = (share: number): number => Math.round(share * 10_000) / 10_000;

/** Returns the union of ranges, sorted and merged. Drops empty and inverted ranges. */
export function unionOf(...lists: readonly (readonly PlayedRange[])[]): PlayedRange[] {
  const union: PlayedRange[] = [];
  // Filters before sorting, because NaN cannot be sorted.
  const valid = lists.flat().filter(([from, to]) => to > from);
  for (const [from, to] of valid.sort(([a], [b]) => a - b)) {
    const last = union.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else union.push([from, to]);
  }
  return union;
}

/** Returns the `count` longest of `ranges` in order, which loses the fewest seconds. */
export function longestRanges(ranges: readonly PlayedRange[], count: number): PlayedRange[] {
  if (ranges.length <= count) return [...ranges];
  const byLength = [...ranges].sort(([a, b], [c, d]) => d - c - (b - a));
  return unionOf(byLength.slice(0, count));
}

/** Returns the total length of `ranges` in seconds. */
export function secondsIn(ranges: readonly PlayedRange[]): number {
  return roundToMs(ranges.reduce((sum, [from, to]) => sum + to - from, 0));
}
