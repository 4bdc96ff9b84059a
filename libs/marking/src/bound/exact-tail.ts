/** Most weights of one tail: 16 minutes of segments of 0.5 s. More would leave the range of a double. */
const MAX_WEIGHTS = 2000;
const LOG10_2 = Math.log10(2);
/** Largest sum of weights: the additions whose rounding `MARGIN` covers, and 8 MB. */
const MAX_TOTAL = 1_000_000;
/** Exponent of the first count. Counts lie between 2^-1000 and 2^1000, so none underflows or overflows. */
const START = -1000;
/**
 * Added to each log10, so that no probability is reported below its true value. Rounding errs by less than 1.2e-10 of
 * a probability, or 7e-12 with weights of segments (docs/forensic-marking.md#rounding), the logarithm by 1e-12.
 */
const MARGIN = 1e-9;

/**
 * The exact law of the mismatch of a random codeword: the sum of the weights of those segments in which a fair coin
 * differs from what was seen. The score Σ c·x of the codeword is the sum of all weights minus twice the mismatch.
 */
export class ExactTail {
  /** @param cumulative counts of the subsets of the weights by their largest sum, times 2^START */
  private constructor(
    private readonly cumulative: Float64Array,
    private readonly bits: number,
  ) {}

  /**
   * Takes time in proportion to the number of weights times their sum.
   *
   * @param weights positive integers
   * @param atMost mismatch up to which probabilities are counted. Larger ones are reported as 1, which takes less time.
   */
  static of(weights: ArrayLike<number>, atMost = Number.POSITIVE_INFINITY): ExactTail {
    if (weights.length > MAX_WEIGHTS) throw new RangeError(`more than ${MAX_WEIGHTS} weights`);
    let total = 0;
    for (let index = 0; index < weights.length; index += 1) {
      const weight = weights[index] ?? Number.NaN;
      if (!Number.isSafeInteger(weight) || weight <= 0) throw new RangeError(`${weight} is no weight`);
      total += weight;
    }
    if (total > MAX_TOTAL) throw new RangeError(`the weights sum to more than ${MAX_TOTAL}`);
    const counted = Math.max(0, Math.min(total, atMost));
    const counts = new Float64Array(counted + 1);
    counts[0] = 2 ** START;
    let reach = 0;
    for (let index = 0; index < weights.length; index += 1) {
      const weight = weights[index] as number;
      reach = Math.min(counted, reach + weight);
      // Downwards, so that each weight is added at most once.
      for (let sum = reach; sum >= weight; sum -= 1)
        counts[sum] = (counts[sum] as number) + (counts[sum - weight] as number);
    }
    for (let sum = 1; sum <= counted; sum += 1)
      counts[sum] = (counts[sum] as number) + (counts[sum - 1] as number);
    return new ExactTail(counts, weights.length);
  }

  /** Returns log10 of the probability that a random codeword has at most this mismatch. Never below the truth. */
  log10AtMost(mismatch: number): number {
    if (mismatch < 0) return Number.NEGATIVE_INFINITY;
    const count = this.cumulative[mismatch];
    if (count === undefined) return 0;
    return Math.min(0, (Math.log2(count) - START - this.bits) * LOG10_2 + MARGIN);
  }

  /** Returns the largest mismatch whose log10 probability is below the limit, or -1 if there is none. */
  largestMismatch(log10Limit: number): number {
    let low = -1;
    let high = this.cumulative.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.log10AtMost(middle) < log10Limit) low = middle;
      else high = middle;
    }
    return low;
  }
}
