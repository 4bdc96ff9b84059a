import type { PlayedRange } from '@secure-preview/contracts';

/** Ranges that elements played before their source was reattached, which clears `element.played`. */
const savedRanges = new WeakMap<object, PlayedRange[]>();

type PlayedElement = Pick<HTMLMediaElement, 'played'>;

/** Returns the played ranges of an element in seconds, in order, including those before a reattachment. */
export function playedRanges(element: PlayedElement): PlayedRange[] {
  const { played } = element;
  const current = Array.from(
    { length: played.length },
    (_, index): PlayedRange => [round(played.start(index)), round(played.end(index))],
  );
  return merge([...(savedRanges.get(element) ?? []), ...current]);
}

/** Saves the played ranges of an element. Must be called before the same source is reattached. */
export function savePlayedRanges(element: PlayedElement): void {
  savedRanges.set(element, playedRanges(element));
}

/** Rounds to milliseconds to keep the reports short. */
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
