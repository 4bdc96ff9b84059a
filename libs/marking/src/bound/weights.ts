import type { SegmentEvidence } from '../evidence.js';

/** Standard deviations beyond which a segment counts no more. Clips at 2 or 4 name as many copies. */
const CLIP = 3;
/** Weight of a standard deviation. Integers make the tail exact; finer steps only make it slower. */
const SCALE = 10;
/** Largest weight of a segment. */
export const MAX_WEIGHT = CLIP * SCALE;

/** How a readable segment counts. Segments of weight 0 are left out. */
export interface SegmentWeight {
  readonly segment: number;
  /** Variant that the clip shows. */
  readonly seen: 0 | 1;
  /** From 1 to `MAX_WEIGHT`. */
  readonly weight: number;
}

/**
 * Returns the weights of the readable segments, in their order. Entries of the same segment are combined into one,
 * because the bit of a codeword must not count twice.
 *
 * @param erased segments that carry no mark in this version
 */
export function segmentWeights(
  evidence: readonly SegmentEvidence[],
  erased: ReadonlySet<number> = new Set(),
): SegmentWeight[] {
  const sums = new Map<number, { z: number; entries: number }>();
  for (const { segment, z } of evidence) {
    if (!Number.isSafeInteger(segment) || segment < 0) throw new RangeError(`${segment} is no segment`);
    if (Number.isNaN(z)) throw new RangeError(`z of segment ${segment} is not a number`);
    const sum = sums.get(segment) ?? { z: 0, entries: 0 };
    sums.set(segment, { z: sum.z + clip(z), entries: sum.entries + 1 });
  }
  return [...sums]
    .filter(([segment]) => !erased.has(segment))
    .sort(([a], [b]) => a - b)
    .flatMap(([segment, { z, entries }]) => {
      const weight = Math.round(SCALE * Math.abs(clip(z / Math.sqrt(entries))));
      return weight === 0 ? [] : [{ segment, seen: z > 0 ? 1 : 0, weight } as const];
    });
}

const clip = (z: number) => Math.max(-CLIP, Math.min(CLIP, z));
