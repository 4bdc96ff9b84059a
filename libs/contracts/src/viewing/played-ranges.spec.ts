import { longestRanges, roundToMs, secondsIn, unionOf } from './played-ranges.js';
import type { PlayedRange } from './viewing.js';

/** Parses ranges from text such as `0..2 5..9`. */
const ranges = (text: string): PlayedRange[] =>
  text
    .split(' ')
    .filter(Boolean)
    .map((range) => {
      const [from = Number.NaN, to = Number.NaN] = range.split('..').map(Number);
      return [from, to];
    });

it.each([
  ['accepts empty lists', '', '', ''],
  ['sorts ranges', '5..6', '1..2', '1..2 5..6'],
  ['merges overlaps', '1..4', '3..6', '1..6'],
  ['merges adjacent ranges', '1..3', '3..6', '1..6'],
  ['merges a range that another contains', '1..9', '3..6', '1..9'],
  ['merges the ranges of one list', '1..4 3..6', '', '1..6'],
  ['keeps small gaps', '1..2 2.01..3', '', '1..2 2.01..3'],
  ['drops empty, inverted and invalid ranges', '2..2 6..1', 'x..5 1..x 2..3', '2..3'],
])('unionOf %s', (_what, first, second, union) => {
  expect(unionOf(ranges(first), ranges(second))).toEqual(ranges(union));
});

it('unites ranges without changing its arguments', () => {
  const first = ranges('0..2 8..9');
  expect(unionOf(first, ranges('1..4'))).toEqual(ranges('0..4 8..9'));
  expect(first).toEqual(ranges('0..2 8..9'));
});

it.each([
  [2, '2..5 8..10'],
  [3, '0..1 2..5 8..10'],
  [9, '0..1 2..5 6..6.5 8..10'],
])('returns the %d longest ranges, in order, as %s', (count, kept) => {
  expect(longestRanges(ranges('0..1 2..5 6..6.5 8..10'), count)).toEqual(ranges(kept));
});

it('adds up seconds without binary rounding errors', () => {
  expect(secondsIn(ranges('0..0.1 0.2..0.4'))).toBe(0.3);
});

it('rounds to milliseconds', () => {
  expect([0.00049, 1.23456].map(roundToMs)).toEqual([0, 1.235]);
});
