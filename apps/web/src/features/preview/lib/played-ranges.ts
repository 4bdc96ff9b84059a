import { type PlayedRange, roundToMs, unionOf } from '@secure-preview/contracts';

/** Ranges that elements played before their source was reattached, which clears `element.played`. */
const savedRanges = new WeakMap<object, PlayedRange[]>();

type PlayedElement = Pick<HTMLMediaElement, 'played'>;

/** Returns the played ranges of an element in seconds, in order, including those before a reattachment. */
export function playedRanges(element: PlayedElement): PlayedRange[] {
  const { played } = element;
  const current = Array.from(
    { length: played.length },
    (_, index): PlayedRange => [roundToMs(played.start(index)), roundToMs(played.end(index))],
  );
  return unionOf(savedRanges.get(element) ?? [], current);
}

/** Saves the played ranges of an element. Must be called before the same source is reattached. */
export function savePlayedRanges(element: PlayedElement): void {
  savedRanges.set(element, playedRanges(element));
}
