import { binomialAtMost, binomialInterval } from './binomial.js';

it('sums the binomial law', () => {
  expect(binomialAtMost(1, 4, 0.5)).toBeCloseTo(5 / 16, 12);
  expect(binomialAtMost(0, 10_000_000, 1e-6)).toBeCloseTo(Math.exp(-10), 8);
  expect(binomialAtMost(-1, 4, 0.5)).toBe(0);
  expect(binomialAtMost(4, 4, 0.5)).toBeCloseTo(1, 12);
});

it('returns an interval that is exact at both ends', () => {
  // 10 of 100 with 5 % error: 0.0490 and 0.1762 (Clopper and Pearson, 1934).
  const [low, high] = binomialInterval(10, 100, 0.05);
  expect(low).toBeCloseTo(0.049, 4);
  expect(high).toBeCloseTo(0.1762, 4);
  expect(binomialInterval(0, 1000, 0.05)[0]).toBe(0);
  // Nothing in n trials: 1 - (error/2)^(1/n).
  expect(binomialInterval(0, 1000, 0.05)[1]).toBeCloseTo(1 - 0.025 ** (1 / 1000), 8);
});
