/** What became of the leads that were sent. */
export interface Verdict {
  /** Acknowledged, and not kept exactly once. */
  lost: number;
  /** Kept more than once, whatever was answered. */
  doubled: number;
  /** Not acknowledged, but kept: the answer was lost, which the visitor sees as a failure. */
  unanswered: number;
}

/** Compares what was acknowledged with what is kept. */
export function judge(acknowledged: readonly number[], kept: readonly number[]): Verdict {
  const times = new Map<number, number>();
  for (const number of kept) times.set(number, (times.get(number) ?? 0) + 1);
  const known = new Set(acknowledged);
  return {
    lost: acknowledged.filter((number) => times.get(number) !== 1).length,
    doubled: [...times.values()].filter((count) => count > 1).length,
    unanswered: [...times.keys()].filter((number) => !known.has(number)).length,
  };
}
