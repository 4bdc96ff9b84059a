/** Seconds `[from, to]` of a trailer. */
export type Range = readonly [from: number, to: number];

/** Players report times with a jitter of some frames; gaps below this are none. In seconds. */
const TOUCHING = 0.25;
/** Milliseconds matter to nobody, and shorter numbers keep rows small. */
const round = (seconds: number) => Math.round(seconds * 1000) / 1000;

/** Sorted, merged and within `[0, end]`; what is empty, inverted or no number is left out. */
export function normalise(ranges: readonly Range[], end = Number.POSITIVE_INFINITY): Range[] {
  const valid = ranges
    .map(([from, to]) => [Math.max(0, from), Math.min(to, end)] as const)
    .filter(([from, to]) => Number.isFinite(from) && Number.isFinite(to) && to > from)
    .sort(([a], [b]) => a - b);
  const merged: [number, number][] = [];
  for (const [from, to] of valid) {
    const last = merged.at(-1);
    if (last && from <= last[1] + TOUCHING) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged.map(([from, to]) => [round(from), round(to)]);
}

/** Seconds that normalised ranges cover. */
export function covered(ranges: readonly Range[]): number {
  return round(ranges.reduce((sum, [from, to]) => sum + to - from, 0));
}

/** The earliest `seconds` of normalised ranges. */
export function first(ranges: readonly Range[], seconds: number): Range[] {
  const kept: Range[] = [];
  let left = seconds;
  for (const [from, to] of ranges) {
    if (left <= 0) break;
    kept.push([from, round(Math.min(to, from + left))]);
    left -= to - from;
  }
  return kept;
}

/** The parts of `ranges` that `known` does not cover; both normalised. */
export function without(ranges: readonly Range[], known: readonly Range[]): Range[] {
  return ranges.flatMap((range) => {
    let rest: Range[] = [range];
    for (const [from, to] of known) {
      rest = rest.flatMap(([a, b]): Range[] => {
        if (to <= a || from >= b) return [[a, b]];
        const pieces: Range[] = [
          [a, from],
          [to, b],
        ];
        return pieces.filter(([x, y]) => y > x);
      });
    }
    return rest;
  });
}
