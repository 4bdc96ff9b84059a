import { ExactTail } from './exact-tail.js';
import { singleLimit } from './limits.js';

/** A codeword that passes the test of single names. */
interface SingleName {
  readonly row: number;
  /** log10 of N·p. */
  readonly log10Np: number;
}

interface SingleNames {
  readonly names: SingleName[];
  /** log10 of the smallest N·p of all codewords, at most 0. */
  readonly best: number;
}

/**
 * Finds every codeword that agrees with the evidence more than chance explains: N·p < 5·10^-7
 * (docs/forensic-marking.md#one-person).
 *
 * @param mismatches mismatch of each codeword
 * @param codewords N, the codewords scored in the case
 */
export function singleNames(
  weights: ArrayLike<number>,
  mismatches: Int32Array,
  codewords: number,
): SingleNames {
  const tail = ExactTail.of(weights);
  const log10N = Math.log10(codewords);
  const most = tail.largestMismatch(singleLimit(codewords));
  const names: SingleName[] = [];
  let smallest = Number.POSITIVE_INFINITY;
  mismatches.forEach((mismatch, row) => {
    smallest = Math.min(smallest, mismatch);
    if (mismatch <= most) names.push({ row, log10Np: tail.log10AtMost(mismatch) + log10N });
  });
  return { names, best: Math.min(0, tail.log10AtMost(smallest) + log10N) };
}
