import { TEST_BOUND } from './limits.js';
import { MAX_WEIGHT, type SegmentWeight } from './weights.js';

/** Allowance for segments that are read wrongly, and for parts of a film that carry less. */
const ALLOWANCE = 1.3;
/**
 * How many times as many bits a mix of two people needs: the segments of the other person contradict a codeword in half
 * of the cases, so each segment says about a quarter as much.
 */
const MIX_OF_TWO = 4;
/** Standard deviations per unit of the logistic law that is closest to the normal one. */
const LOGISTIC = 1.702;

/** Returns the bits that name one of this many codewords if every segment is read correctly. @param codewords at least 1 */
export const neededBits = (codewords: number): number => Math.log2(codewords / TEST_BOUND);

/** Returns the fewest readable segments with which a codeword can be named. @param codewords at least 1 */
export const neededSegments = (codewords: number): number => Math.floor(neededBits(codewords)) + 1;

/**
 * Estimates what the readable segments say about a codeword, in bits: a segment that is read wrongly with probability e
 * gives 1 - H(e). Only for the seconds that would have been enough; no name depends on it.
 */
export function usableBits(weights: readonly SegmentWeight[]): number {
  let bits = 0;
  for (const { weight } of weights) {
    const error = 1 / (1 + Math.exp(LOGISTIC * ((weight / MAX_WEIGHT) * 3)));
    bits += 1 + error * Math.log2(error) + (1 - error) * Math.log2(1 - error);
  }
  return bits;
}

/**
 * Estimates the seconds of such a clip that would name a person.
 *
 * @returns null if nothing of the clip is readable
 */
export function enoughSeconds(
  clip: { bits: number; seconds: number; codewords: number },
  people: 1 | 2 = 1,
): number | null {
  if (clip.bits <= 0) return null;
  const bits = neededBits(clip.codewords) * ALLOWANCE * (people === 2 ? MIX_OF_TWO : 1);
  return Math.ceil((bits * clip.seconds) / clip.bits);
}
