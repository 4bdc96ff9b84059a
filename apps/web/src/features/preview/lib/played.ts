import type { PlayedRange } from '@secure-preview/contracts';

/** Ranges that elements played before their source was reattached, which makes the elements forget them. */
const playedBefore = new WeakMap<object, PlayedRange[]>();

type Player = Pick<HTMLMediaElement, 'played'>;

/**
 * Returns the ranges `[from, to]` in seconds that an element has played of its source, across reattachments,
 * in order.
 */
export function playedRanges(element: Player): PlayedRange[] {
  const { played } = element;
  const now = Array.from(
    { length: played.length },
    (_, index): PlayedRange => [round(played.start(index)), round(played.end(index))],
  );
  return merge([...(playedBefore.get(element) ?? []), ...now]);
}

/** Keeps what was played until now. Call it before reattaching the same source. */
export function keepPlayedRanges(element: Player): void {
  playedBefore.set(element, playedRanges(element));
}

/** Rounds to milliseconds, which suffice and keep the reports short. */
const round = (seconds: number) => Math.round(seconds * 1000) / 1000;

function merge(ranges: PlayedRange[]): PlayedRange[] {
  const merged: PlayedRange[] = [];
  for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last && from <= last[1]) merged[merged.length - 1] = [last[0], Math.max(last[1], to)];
    else merged.push([from, to]);
  }
  return merged;
}
