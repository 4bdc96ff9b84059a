import { ExactTail, Mismatches, type SegmentEvidence, segmentWeights } from '@secure-preview/marking';
import { binomialInterval, SeededRandom } from '@secure-preview/marking/simulation';
import type { Row } from '../../report.js';
import { simulatedEvidences } from './evidences.js';

const CODEWORDS = Number(process.env['BENCH_CODEWORDS'] ?? 10_000_000);
const CHUNK = 50_000;
const LEVELS = [-3, -4, -5, -6];
/** Probability that an interval misses the true value. With 28 intervals, one of 360 seeds misses a goal. */
const ERROR = 1e-4;

/** Compares how many random codewords score so well with what the exact tail says. */
export function randomCodewordRows(): Row[] {
  const random = new SeededRandom(1);
  return simulatedEvidences().flatMap(({ name, evidence }) => {
    const tail = ExactTail.of(segmentWeights(evidence).map(({ weight }) => weight));
    const counts = mismatchCounts(random, evidence, tail.largestMismatch(Math.max(...LEVELS)));
    return LEVELS.map((level) => {
      const most = tail.largestMismatch(level);
      const exact = 10 ** tail.log10AtMost(most);
      const seen = counts.subarray(0, most + 1).reduce((sum, count) => sum + count, 0);
      const [low, high] = binomialInterval(seen, CODEWORDS, ERROR).map((limit) => limit / exact) as [
        number,
        number,
      ];
      return {
        name: `random codewords, ${name}, at 10^${level}: ratio ${low.toFixed(2)} to ${high.toFixed(2)}`,
        value: (seen / CODEWORDS) * 1e6,
        unit: 'of a million',
        baseline: exact * 1e6,
        ratio: seen / CODEWORDS / exact,
        goal: 'contains 1',
        met: low <= 1 && high >= 1,
      };
    });
  });
}

/** Draws random codewords and counts them by mismatch. */
function mismatchCounts(
  random: SeededRandom,
  evidence: readonly SegmentEvidence[],
  largest: number,
): Uint32Array {
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
