import { SeededRandom } from '../simulation/seeded-random.js';
import { ExactTail } from './exact-tail.js';
import { counted, log10 } from './testing/counted.js';

const drawWeights = (random: SeededRandom, count: number, largest = 30) =>
  Array.from({ length: count }, () => 1 + Math.floor(random.uniform() * largest));
const sum = (weights: readonly number[]) => weights.reduce((total, weight) => total + weight, 0);

/** Counts the subsets with at most each sum, by looking at every subset. */
function enumerated(weights: readonly number[]): number[] {
  const counts = new Array<number>(sum(weights) + 1).fill(0);
  for (let subset = 0; subset < 2 ** weights.length; subset += 1) {
    const mismatch = sum(weights.filter((_, index) => subset & (1 << index)));
    counts[mismatch] = (counts[mismatch] ?? 0) + 1;
  }
  for (let index = 1; index < counts.length; index += 1)
    counts[index] = (counts[index] ?? 0) + (counts[index - 1] ?? 0);
  return counts;
}

describe('ExactTail', () => {
  it('agrees with the enumeration of all codewords of up to 16 segments', () => {
    const random = new SeededRandom(11);
    for (let segments = 1; segments <= 16; segments += 1) {
      const weights = drawWeights(random, segments);
      const tail = ExactTail.of(weights);
      enumerated(weights).forEach((count, mismatch) => {
        const truth = Math.log10(count / 2 ** segments);
        const error = tail.log10AtMost(mismatch) - truth;
        expect(error).toBeGreaterThanOrEqual(0);
        expect(error).toBeLessThan(2e-9);
      });
    }
  });

  it('is never below the truth and at most 2e-9 above, however small', () => {
    const random = new SeededRandom(12);
    for (const [segments, largest] of [
      [180, 30],
      [1000, 3],
      [1200, 2],
    ] as const) {
      const weights = drawWeights(random, segments, largest);
      const tail = ExactTail.of(weights);
      counted(weights).forEach((count, mismatch) => {
        const error = tail.log10AtMost(mismatch) - (log10(count) - segments * Math.log10(2));
        // The last probabilities are 1, and not reported larger.
        if (tail.log10AtMost(mismatch) < 0 && error < 0) throw new Error(`${mismatch}: ${error}`);
        if (error > 2e-9) throw new Error(`${mismatch}: ${error}`);
      });
    }
  });

  it.each([10, 100, 300, 1000, 1200, 2000])('gives the known binomial tails of %d equal weights', (n) => {
    const tail = ExactTail.of(new Array<number>(n).fill(30));
    const log2 = (mismatch: number) => tail.log10AtMost(mismatch) / Math.log10(2);
    expect(log2(0)).toBeCloseTo(-n, 7);
    expect(log2(29)).toBeCloseTo(-n, 7);
    expect(log2(30)).toBeCloseTo(Math.log2(1 + n) - n, 7);
    expect(log2(60)).toBeCloseTo(Math.log2(1 + n + (n * (n - 1)) / 2) - n, 7);
    expect(tail.log10AtMost(30 * n)).toBe(0);
  });

  it('does not depend on the scale or the order of weights', () => {
    const weights = drawWeights(new SeededRandom(13), 60);
    const tail = ExactTail.of(weights);
    const scaled = ExactTail.of(weights.map((weight) => 7 * weight));
    const reversed = ExactTail.of(weights.toReversed());
    for (let mismatch = 0; mismatch <= sum(weights); mismatch += 1) {
      expect(scaled.log10AtMost(7 * mismatch)).toBe(tail.log10AtMost(mismatch));
      expect(reversed.log10AtMost(mismatch)).toBeCloseTo(tail.log10AtMost(mismatch), 11);
    }
  });

  it('is symmetric: agreeing as much is as likely as differing as much', () => {
    const weights = drawWeights(new SeededRandom(14), 40);
    const tail = ExactTail.of(weights);
    const total = sum(weights);
    for (let mismatch = 0; mismatch < total; mismatch += 1)
      expect(10 ** tail.log10AtMost(mismatch) + 10 ** tail.log10AtMost(total - mismatch - 1)).toBeCloseTo(
        1,
        7,
      );
  });

  it('never falls with the mismatch, and is nothing below zero', () => {
    const weights = drawWeights(new SeededRandom(15), 300);
    const tail = ExactTail.of(weights);
    expect(tail.log10AtMost(-1)).toBe(Number.NEGATIVE_INFINITY);
    for (let mismatch = 0; mismatch <= sum(weights) + 1; mismatch += 1)
      expect(tail.log10AtMost(mismatch)).toBeGreaterThanOrEqual(tail.log10AtMost(mismatch - 1));
  });

  it('finds the largest mismatch below a limit', () => {
    const tail = ExactTail.of(drawWeights(new SeededRandom(16), 100));
    for (const limit of [-40, -30.1, -12, -6.3, -1, -0.2]) {
      const most = tail.largestMismatch(limit);
      expect(tail.log10AtMost(most)).toBeLessThan(limit);
      expect(tail.log10AtMost(most + 1)).toBeGreaterThanOrEqual(limit);
    }
    expect(ExactTail.of([1, 1]).largestMismatch(-5)).toBe(-1);
  });

  it('counts the same up to a mismatch, and reports larger ones as 1', () => {
    const weights = drawWeights(new SeededRandom(17), 80);
    const [all, few] = [ExactTail.of(weights), ExactTail.of(weights, 200)];
    for (let mismatch = -1; mismatch <= 200; mismatch += 1)
      expect(few.log10AtMost(mismatch)).toBe(all.log10AtMost(mismatch));
    expect(few.log10AtMost(201)).toBe(0);
    expect(few.largestMismatch(-5)).toBeLessThanOrEqual(200);
  });

  it('is certain about nothing without evidence', () => {
    expect(ExactTail.of([]).log10AtMost(0)).toBe(0);
  });

  it('rejects weights that it could not count', () => {
    expect(() => ExactTail.of([0])).toThrow(RangeError);
    expect(() => ExactTail.of([1.5])).toThrow(RangeError);
    expect(() => ExactTail.of(new Array<number>(2001).fill(1))).toThrow(RangeError);
    expect(() => ExactTail.of([1, 1_000_000])).toThrow(RangeError);
  });
});
