import { ExactTail, segmentWeights } from '@secure-preview/marking';
import { estimate, SeededRandom, tilted } from '@secure-preview/marking/simulation';
import type { Row } from '../../report.js';
import { simulatedEvidences } from './evidences.js';

const DRAWS = 100_000;
/** Standard errors that an estimate may be off: one of 380 seeds misses a goal. */
const ERRORS = 4.5;

/** Compares the exact tail with importance sampling, where random codewords are too rare to be counted. */
export function tailRows(): Row[] {
  const random = new SeededRandom(2);
  return simulatedEvidences().flatMap(({ name, evidence }) => {
    const weights = segmentWeights(evidence).map(({ weight }) => weight);
    const tail = ExactTail.of(weights);
    return [-6, -8, -10, -12].map((level) => {
      const most = tail.largestMismatch(level);
      const exact = 10 ** tail.log10AtMost(most);
      const draw = tilted(weights, most);
      const { mean, standardError } = estimate(DRAWS, () => {
        const { mismatch, likelihood } = draw(random);
        return mismatch <= most ? likelihood : 0;
      });
      const error = standardError / exact;
      return {
        name: `importance sampling, ${name}, at 10^${level}: ± ${error.toFixed(3)}`,
        value: mean * 10 ** -level,
        unit: `× 10^${level}`,
        baseline: exact * 10 ** -level,
        ratio: mean / exact,
        goal: `1 ± ${ERRORS} errors`,
        met: Math.abs(mean / exact - 1) <= ERRORS * error,
      };
    });
  });
}
