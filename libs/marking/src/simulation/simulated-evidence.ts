import { type Codeword, variantOf } from '../codeword/codeword.js';
import type { SegmentEvidence } from '../evidence.js';
import type { SeededRandom } from './seeded-random.js';

/** How well a clip can be read. */
export interface Readability {
  /** Mean of |z| in segments that carry a mark. */
  readonly mean: number;
  readonly deviation: number;
  /** Share of segments without a mark: dark, black or titles. */
  readonly blank: number;
}

/** A copy of 480 lines at CRF 32, as measured: mean |z| of 4.4, 5 % of the segments blank. */
export const CLEAR: Readability = { mean: 4.4, deviation: 1.7, blank: 0.05 };
/** A copy of 240 lines at CRF 35, as measured. */
export const FAINT: Readability = { mean: 2, deviation: 1.2, blank: 0.1 };

/** Returns what a clip of a copy shows. @param from copy of each segment */
export function markedEvidence(
  random: SeededRandom,
  segments: number,
  from: (segment: number) => Codeword,
  { mean, deviation, blank }: Readability = CLEAR,
): SegmentEvidence[] {
  return Array.from({ length: segments }, (_, segment) => {
    if (random.uniform() < blank) return { segment, z: 0 };
    const strength = mean + deviation * random.normal();
    return { segment, z: variantOf(from(segment), segment) === 1 ? strength : -strength };
  });
}

/** Returns what a clip without a mark shows: noise, of which a share is much stronger. */
export function unmarkedEvidence(random: SeededRandom, segments: number, strong = 0): SegmentEvidence[] {
  return Array.from({ length: segments }, (_, segment) => ({
    segment,
    z: random.normal() * (random.uniform() < strong ? 5 : 1),
  }));
}

/** Returns which of two copies a segment is from, if two people switch every so many segments. */
export const switching =
  (a: Codeword, b: Codeword, every = 10) =>
  (segment: number): Codeword =>
    Math.floor(segment / every) % 2 === 0 ? a : b;
