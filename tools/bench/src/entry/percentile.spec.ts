import { percentile } from './percentile.js';

it('returns the value that 95 of 100 values do not exceed', () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect(percentile(values, 0.95)).toBe(95);
  expect(percentile(values, 1)).toBe(100);
});
it('returns the largest of few values', () => {
  expect(percentile([3, 9, 1], 0.95)).toBe(9);
});
it('returns NaN without values, which misses any goal', () => {
  expect(percentile([], 0.95)).toBeNaN();
});
