import type { SegmentWeight } from '../bound/weights.js';
import type { Codeword } from '../codeword/codeword.js';
import type { SeededRandom } from './seeded-random.js';
import { tilted } from './tilting.js';

/** Codewords of innocent people, and how much more likely they are under fair coins than here. */
interface TiltedCodewords {
  readonly codewords: readonly Codeword[];
  readonly likelihood: number;
}

/**
 * Returns a way to draw the codeword of an innocent person that differs little from what was seen in some segments, and
 * is fair in all others.
 *
 * @param mismatch mean of the mismatches in these segments
 */
export function tiltedCodeword(
  bytes: number,
  weights: readonly SegmentWeight[],
  mismatch: number,
): (random: SeededRandom) => TiltedCodewords {
  const draw = tilted(
    weights.map(({ weight }) => weight),
    mismatch,
  );
  return (random) => {
    const codeword = random.fill(new Uint8Array(bytes));
    const { differs, likelihood } = draw(random);
    weights.forEach(({ segment, seen }, index) => {
      setVariant(codeword, segment, differs[index] === 1 ? 1 - seen : seen);
    });
    return { codewords: [codeword], likelihood };
  };
}

/**
 * Draws the codewords of two innocent people such that they rarely both differ from what was seen.
 *
 * @param tilt by how much rarer, for each unit of weight
 */
export function tiltedPair(
  random: SeededRandom,
  bytes: number,
  weights: readonly SegmentWeight[],
  tilt = 0.2,
): TiltedCodewords {
  const codewords = [random.fill(new Uint8Array(bytes)), random.fill(new Uint8Array(bytes))];
  let likelihood = 1;
  for (const { segment, seen, weight } of weights) {
    // Of the four cases, each a quarter under fair coins, one is made rare.
    const rare = Math.exp(-tilt * weight);
    const both = random.uniform() < rare / (3 + rare);
    const drawn = both ? 3 : Math.floor(3 * random.uniform());
    likelihood *= ((3 + rare) / 4) * (both ? 1 / rare : 1);
    codewords.forEach((codeword, index) => {
      setVariant(codeword, segment, drawn & (1 << index) ? 1 - seen : seen);
    });
  }
  return { codewords, likelihood };
}

function setVariant(codeword: Uint8Array, segment: number, variant: number): void {
  const byte = (codeword[segment >> 3] ?? 0) & ~(1 << (segment & 7));
  codeword[segment >> 3] = byte | (variant << (segment & 7));
}
