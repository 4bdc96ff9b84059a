import type { SegmentEvidence } from '../evidence.js';
import { binomialAtMost } from '../simulation/binomial.js';
import { SeededRandom } from '../simulation/seeded-random.js';
import { FAINT, markedEvidence, unmarkedEvidence } from '../simulation/simulated-evidence.js';
import { estimate, tilted } from '../simulation/tilting.js';
import { ExactTail } from './exact-tail.js';
import { Mismatches } from './mismatches.js';
import { segmentWeights } from './weights.js';

const CODEWORDS = 250_000;
const CHUNK = 50_000;
/** Probability with which a right tail fails one comparison. Seeds are fixed, so a passing test keeps passing. */
const CHANCE = 1e-10;

const random = new SeededRandom(31);
const guilty = random.fill(new Uint8Array(23));
const evidences: [string, SegmentEvidence[]][] = [
  ['an unmarked clip of 30 s', unmarkedEvidence(random, 60)],
  ['a marked clip of 90 s', markedEvidence(random, 180, () => guilty)],
  ['a clip of which few segments are strong', unmarkedEvidence(random, 60, 0.2)],
];

/** Counts codewords by their mismatch. */
function mismatchCounts(evidence: readonly SegmentEvidence[], largest: number): Uint32Array {
  const weights = segmentWeights(evidence);
  const counts = new Uint32Array(largest + 1);
  const bytes = Math.ceil(evidence.length / 8);
  for (let drawn = 0; drawn < CODEWORDS; drawn += CHUNK) {
    const all = random.fill(new Uint8Array(bytes * CHUNK));
    const codewords = Array.from({ length: CHUNK }, (_, row) => all.subarray(row * bytes, (row + 1) * bytes));
    for (const mismatch of new Mismatches(weights, codewords).all())
      if (mismatch <= largest) counts[mismatch] = (counts[mismatch] ?? 0) + 1;
  }
  return counts;
}

describe.each(evidences)('%s', (_, evidence) => {
  const weights = segmentWeights(evidence).map(({ weight }) => weight);
  const tail = ExactTail.of(weights);

  it('agrees with a quarter of a million random codewords as often as the exact tail says', () => {
    const counts = mismatchCounts(evidence, tail.largestMismatch(-3));
    for (const limit of [-3, -4]) {
      const most = tail.largestMismatch(limit);
      const p = 10 ** tail.log10AtMost(most);
      const seen = counts.subarray(0, most + 1).reduce((sum, count) => sum + count, 0);
      expect(binomialAtMost(seen, CODEWORDS, p)).toBeGreaterThan(CHANCE / 2);
      expect(1 - binomialAtMost(seen - 1, CODEWORDS, p)).toBeGreaterThan(CHANCE / 2);
    }
  });

  it('has the tail that importance sampling finds down to 10^-12', () => {
    for (const limit of [-3, -6, -9, -12]) {
      const most = tail.largestMismatch(limit);
      const draw = tilted(weights, most);
      const { mean, standardError } = estimate(4000, () => {
        const { mismatch, likelihood } = draw(random);
        return mismatch <= most ? likelihood : 0;
      });
      const p = 10 ** tail.log10AtMost(most);
      expect(standardError / p).toBeLessThan(0.06);
      // 6.5 standard errors: fails by chance less than once in 10^10 runs.
      expect(Math.abs(mean - p) / standardError).toBeLessThan(6.5);
    }
  });
});

it('notices a tail that is wrong by a factor of two', () => {
  const expected = CODEWORDS * 1e-3;
  expect(binomialAtMost(expected, CODEWORDS, 2e-3)).toBeLessThan(CHANCE / 2);
  expect(1 - binomialAtMost(expected - 1, CODEWORDS, 0.5e-3)).toBeLessThan(CHANCE / 2);
});

it('reads faint marks less clearly than it weighs them', () => {
  // Guards the simulation: a faint copy must contain wrongly read segments.
  const weights = segmentWeights(markedEvidence(random, 180, () => guilty, FAINT));
  const [mismatch] = new Mismatches(weights, [guilty]).all();
  expect(mismatch).toBeGreaterThan(0);
});
