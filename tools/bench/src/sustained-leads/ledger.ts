/** Outcome of the leads that were sent. */
export interface Verdict {
  /** Acknowledged, but not stored exactly once. */
  lost: number;
  /** Stored more than once, acknowledged or not. */
  doubled: number;
  /** Stored but not acknowledged: the response was lost, and the visitor saw a failure. */
  unanswered: number;
}

/** Compares the acknowledged leads with the stored ones. */
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
