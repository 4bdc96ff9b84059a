import type { PlayedRange } from '@secure-preview/contracts';

/** Returns the parts that at least two plays contain, in order. */
export function seenAgain(plays: readonly PlayedRange[]): PlayedRange[] {
  const edges = plays
    .filter(([from, to]) => to > from)
    .flatMap(([from, to]) => [
      { at: from, change: 1 },
      { at: to, change: -1 },
    ])
    // Ends before starts: a play that continues where another one ended repeats nothing.
    .sort((a, b) => a.at - b.at || a.change - b.change);
  const parts: PlayedRange[] = [];
  let count = 0;
  let start = 0;
  for (const { at, change } of edges) {
    const before = count;
    count += change;
    if (before < 2 && count >= 2) start = at;
    if (before < 2 || count >= 2 || at === start) continue;
    const last = parts.at(-1);
    // A third play may begin where the second one ends.
    if (last?.[1] === start) last[1] = at;
    else parts.push([start, at]);
  }
  return parts;
}
