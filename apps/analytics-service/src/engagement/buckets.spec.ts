import { bucketsOf } from './buckets.js';

it.each([
  [0.2, 1, 1],
  [1, 1, 1],
  [90.4, 1, 90],
  [90.6, 1, 91],
  [600.3, 1, 600],
  [601, 2, 301],
  [7200, 12, 600],
  [7201, 13, 554],
  [21_600, 36, 600],
])('divides a version of %d s into buckets of %d s: %d', (length, seconds, count) => {
  expect(bucketsOf(length)).toEqual({ seconds, count });
});
