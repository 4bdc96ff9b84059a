/** Range of a trailer in seconds. Lists of ranges are sorted and do not touch, except in reports of pages. */
export type PlayedRange = readonly [from: number, to: number];

/** Upper bound in seconds for a trailer of unknown length; keeps made-up positions small enough to store. */
const LONGEST_TRAILER = 24 * 60 * 60;

/** Rounds to milliseconds: that is precise enough, and shorter numbers keep rows small. */
const round = (seconds: number) => Math.round(seconds * 1000) / 1000;

/** Sorts and merges ranges, and cuts them to the trailer. Drops empty and inverted ranges. */
export function normaliseRanges(
  ranges: readonly PlayedRange[],
  trailerSeconds: number | null,
): PlayedRange[] {
  const end = trailerSeconds ?? LONGEST_TRAILER;
  return unionOf(
    ranges.map(([from, to]) => [round(Math.max(0, from)), round(Math.min(to, end))]),
    [],
  );
}

export function unionOf(one: readonly PlayedRange[], other: readonly PlayedRange[]): PlayedRange[] {
  const union: [number, number][] = [];
  // Filters before sorting, because NaN cannot be sorted.
  const valid = [...one, ...other].filter(([from, to]) => to > from);
  for (const [from, to] of valid.sort(([a], [b]) => a - b)) {
    const last = union.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else union.push([from, to]);
  }
  return union;
}

/** Returns the parts of `ranges` that are not in `known`. */
export function difference(ranges: readonly PlayedRange[], known: readonly PlayedRange[]): PlayedRange[] {
  const rest: PlayedRange[] = [];
  for (const [start, to] of ranges) {
    let from = start;
    for (const [knownFrom, knownTo] of known) {
      if (knownTo <= from) continue;
      if (knownFrom >= to) break;
      if (knownFrom > from) rest.push([from, knownFrom]);
      from = knownTo;
    }
    if (from < to) rest.push([from, to]);
  }
  return rest;
}

/** Returns the first `seconds` of `ranges`. */
export function firstSeconds(ranges: readonly PlayedRange[], seconds: number): PlayedRange[] {
  const kept: PlayedRange[] = [];
  let left = round(seconds);
  for (const [from, to] of ranges) {
    if (left <= 0) break;
    kept.push([from, round(Math.min(to, from + left))]);
    left = round(left - (to - from));
  }
  return kept;
}

/** Returns the `count` longest of `ranges`, so that the fewest seconds are lost. */
export function longest(ranges: readonly PlayedRange[], count: number): PlayedRange[] {
  if (ranges.length <= count) return [...ranges];
  const byLength = [...ranges].sort(([a, b], [c, d]) => d - c - (b - a));
  return unionOf(byLength.slice(0, count), []);
}

export function secondsIn(ranges: readonly PlayedRange[]): number {
  return round(ranges.reduce((sum, [from, to]) => sum + to - from, 0));
}
