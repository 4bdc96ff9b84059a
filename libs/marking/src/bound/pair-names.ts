import { ExactTail } from './exact-tail.js';
import { PAIR_PARTS, pairLimit, pairsOf } from './limits.js';
import type { Mismatches } from './mismatches.js';
import { MAX_WEIGHT } from './weights.js';

/** Codewords that are combined with all others. Of a mix of two, both are among them as a rule. */
const SEARCHED = 100;

/** Two codewords that pass the test of pairs. */
export interface PairName {
  readonly rows: readonly [number, number];
  /** log10 of the largest part of the bound, times the number of parts. */
  readonly log10Np: number;
}

/**
 * Finds every pair of codewords that explains the evidence together (docs/forensic-marking.md#two-people). In all three
 * parts of the test, the mismatch is that of the segments in which both codewords differ from what was seen.
 *
 * @param mismatches mismatch of each codeword
 * @param codewords N, the codewords scored in the case
 */
export function pairNames(rows: Mismatches, mismatches: Int32Array, codewords: number): PairName[] {
  const search = new PairSearch(rows, codewords);
  const found: PairName[] = [];
  const first = bestRows(mismatches, SEARCHED);
  const isFirst = new Set(first);
  for (const a of first) {
    const most = search.mostBeside(a);
    if (most < 0) continue;
    for (let b = 0; b < mismatches.length; b += 1) {
      // A pair of two of the best is tested once.
      if (b === a || (b < a && isFirst.has(b))) continue;
      const mismatch = rows.shared(a, b, most);
      const pair = mismatch <= most && search.test(a, b, mismatch);
      if (pair) found.push(pair);
    }
  }
  return found;
}

/**
 * Returns the codewords with the smallest mismatches: at most so many, and of equal ones all or none, so that the
 * order of codewords decides nothing.
 */
function bestRows(mismatches: Int32Array, most: number): number[] {
  const limit = mismatches.toSorted()[most] ?? Number.POSITIVE_INFINITY;
  return [...mismatches.keys()].filter((row) => (mismatches[row] as number) < limit);
}

class PairSearch {
  private readonly laws = new Map<number, LawBeside>();
  /** Largest mismatch of equal weights of 1 that passes beside a codeword, by their number. */
  private readonly ofEqualWeights = new Map<number, number>();
  /** Limits of log10 p: of a pair of innocents, and of an innocent beside a given codeword. */
  private readonly bothLimit: number;
  private readonly besideLimit: number;

  constructor(
    private readonly rows: Mismatches,
    codewords: number,
  ) {
    this.bothLimit = pairLimit(pairsOf(codewords));
    this.besideLimit = pairLimit(codewords);
  }

  /** Returns the largest shared mismatch with which another codeword passes its part beside this one, or -1. */
  mostBeside(row: number): number {
    return this.beside(row).most;
  }

  test(a: number, b: number, mismatch: number): PairName | undefined {
    const [besideA, besideB] = [this.beside(a), this.beside(b)];
    if (mismatch > besideA.most || mismatch > besideB.most) return undefined;
    const both = ExactTail.of(this.rows.weightsOfAgreement(a, b)).log10AtMost(mismatch) - this.bothLimit;
    if (both >= 0) return undefined;
    const largest = Math.max(
      both,
      besideA.tail.log10AtMost(mismatch) - this.besideLimit,
      besideB.tail.log10AtMost(mismatch) - this.besideLimit,
    );
    // The limits contain the share of a part.
    return { rows: [a, b], log10Np: largest + pairLimit(1) + Math.log10(PAIR_PARTS) };
  }

  private beside(row: number): LawBeside {
    const known = this.laws.get(row);
    if (known) return known;
    const weights = this.rows.weightsOfMismatch(row);
    // If all weights were the largest one, mismatches would be larger, and small ones rarer: none above this passes.
    const atMost = (this.mostOfEqualWeights(weights.length) + 1) * MAX_WEIGHT - 1;
    const tail = ExactTail.of(weights, atMost);
    const law = { tail, most: atMost < 0 ? -1 : tail.largestMismatch(this.besideLimit) };
    this.laws.set(row, law);
    return law;
  }

  private mostOfEqualWeights(count: number): number {
    let most = this.ofEqualWeights.get(count);
    if (most === undefined) {
      most = ExactTail.of(new Uint8Array(count).fill(1)).largestMismatch(this.besideLimit);
      this.ofEqualWeights.set(count, most);
    }
    return most;
  }
}

/** The law of another codeword in the segments in which a codeword differs from what was seen. */
interface LawBeside {
  readonly tail: ExactTail;
  /** Largest mismatch that passes, or -1. */
  readonly most: number;
}
