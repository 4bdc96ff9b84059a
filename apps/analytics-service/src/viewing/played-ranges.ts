import { type PlayedRange, roundToMs, unionOf } from '@secure-preview/contracts';

/** Upper bound in seconds for a trailer of unknown length; keeps invented positions small enough to store. */
export const MAX_TRAILER_SECONDS = 24 * 60 * 60;

/** Sorts and merges ranges, and cuts them to the trailer. Drops empty and inverted ranges. */
export function normaliseRanges(
  ranges: readonly PlayedRange[],
  trailerSeconds: number | null,
): PlayedRange[] {
  const end = trailerSeconds ?? MAX_TRAILER_SECONDS;
  return unionOf(
    ranges.map(([from, to]): PlayedRange => [roundToMs(Math.max(0, from)), roundToMs(Math.min(to, end))]),
  );
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
  let secondsLeft = roundToMs(seconds);
  for (const [from, to] of ranges) {
    if (secondsLeft <= 0) break;
    result.push([from, roundToMs(Math.min(to, from + secondsLeft))]);
    secondsLeft = roundToMs(secondsLeft - (to - from));
  }
  return result;
}

/**
 * Returns those of `ranges` that can be added to `known` without exceeding `maxCount` ranges: all that touch a known
 * range, because they merge with it, and as many others as there is room for. Both lists must be sorted and disjoint.
 */
export function withinCount(
  ranges: readonly PlayedRange[],
  known: readonly PlayedRange[],
  maxCount: number,
): PlayedRange[] {
  let room = maxCount - known.length;
  return ranges.filter(([from, to]) => {
    if (known.some(([knownFrom, knownTo]) => knownFrom <= to && from <= knownTo)) return true;
    room -= 1;
    return room >= 0;
  });
}
