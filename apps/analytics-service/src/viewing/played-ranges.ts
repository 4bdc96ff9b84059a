/** Seconds `[from, to]` of a trailer. Lists of them are sorted and do not touch, unless they come from outside. */
export type PlayedRange = readonly [from: number, to: number];

/** Seconds that a trailer of unknown length may have; keeps made-up positions small enough to store. */
const LONGEST_TRAILER = 24 * 60 * 60;

/** Milliseconds are enough, and shorter numbers keep rows small. */
const round = (seconds: number) => Math.round(seconds * 1000) / 1000;

/** Sorted and merged, within the trailer. What is empty or ends before it begins is left out. */
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
  // Before they are sorted: what is no number has no place in an order.
  const valid = [...one, ...other].filter(([from, to]) => to > from);
  for (const [from, to] of valid.sort(([a], [b]) => a - b)) {
    const last = union.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else union.push([from, to]);
  }
  return union;
}

/** What of `ranges` is not in `known`. */
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

/** As many seconds from the beginning of `ranges`. */
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

/** The `count` longest of `ranges`: what is left out is the least that can be. */
export function longest(ranges: readonly PlayedRange[], count: number): PlayedRange[] {
  if (ranges.length <= count) return [...ranges];
  const byLength = [...ranges].sort(([a, b], [c, d]) => d - c - (b - a));
  return unionOf(byLength.slice(0, count), []);
}

export function secondsIn(ranges: readonly PlayedRange[]): number {
  return round(ranges.reduce((sum, [from, to]) => sum + to - from, 0));
}
