/** Range of a trailer in seconds. Lists of ranges are sorted and do not touch, except in reports of pages. */
export type PlayedRange = readonly [from: number, to: number];

/** Upper bound in seconds for a trailer of unknown length; keeps invented positions small enough to store. */
const MAX_TRAILER_SECONDS = 24 * 60 * 60;

/** Rounds to milliseconds: that is precise enough, and shorter numbers keep rows small. */
const round = (seconds: number) => Math.round(seconds * 1000) / 1000;

/** Sorts and merges ranges, and cuts them to the trailer. Drops empty and inverted ranges. */
export function normaliseRanges(
  ranges: readonly PlayedRange[],
  trailerSeconds: number | null,
): PlayedRange[] {
  const end = trailerSeconds ?? MAX_TRAILER_SECONDS;
  return unionOf(
    ranges.map(([from, to]) => [round(Math.max(0, from)), round(Math.min(to, end))]),
    [],
  );
}

export function unionOf(first: readonly PlayedRange[], second: readonly PlayedRange[]): PlayedRange[] {
  const union: [number, number][] = [];
  // Filters before sorting, because NaN cannot be sorted.
  const valid = [...first, ...second].filter(([from, to]) => to > from);
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
  const result: PlayedRange[] = [];
  let secondsLeft = round(seconds);
  for (const [from, to] of ranges) {
    if (secondsLeft <= 0) break;
    result.push([from, round(Math.min(to, from + secondsLeft))]);
    secondsLeft = round(secondsLeft - (to - from));
  }
  return result;
}

/** Returns the `count` longest of `ranges`, which loses the fewest seconds. */
export function longest(ranges: readonly PlayedRange[], count: number): PlayedRange[] {
  if (ranges.length <= count) return [...ranges];
  const byLength = [...ranges].sort(([a, b], [c, d]) => d - c - (b - a));
  return unionOf(byLength.slice(0, count), []);
}

export function secondsIn(ranges: readonly PlayedRange[]): number {
  return round(ranges.reduce((sum, [from, to]) => sum + to - from, 0));
}
