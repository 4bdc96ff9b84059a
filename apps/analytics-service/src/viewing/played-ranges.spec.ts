import type { PlayedRange } from '@secure-preview/contracts';
import { difference, firstSeconds, normaliseRanges, withinCount } from './played-ranges.js';

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
  ['accepts an empty list', '', 60, ''],
  ['sorts ranges', '5..6 1..2', 60, '1..2 5..6'],
  ['merges overlaps', '1..4 3..6', 60, '1..6'],
  ['merges adjacent ranges', '1..3 3..6', 60, '1..6'],
  ['merges a range that another contains', '1..9 3..6', 60, '1..9'],
  ['keeps small gaps', '1..2 2.01..3', 60, '1..2 2.01..3'],
  ['ignores inverted ranges', '6..1 2..3', 60, '2..3'],
  ['ignores ranges that are not numbers', '7..8 x..5 1..x x..x 2..3', 60, '2..3 7..8'],
  ['ignores empty ranges', '2..2 3..3.0001', 60, ''],
  ['cuts ranges at the end of the trailer', '50..70', 60, '50..60'],
  ['ignores ranges past the end', '61..70', 60, ''],
  ['cuts ranges at the beginning', '-3..2', 60, '0..2'],
  ['rounds to milliseconds', '0.00049..1.23456', 60, '0..1.235'],
  ['clamps invented positions if the length is unknown', '0..1e308 1e308..1.5e308', null, '0..86400'],
])('%s', (_what, reported, trailerSeconds, normalised) => {
  expect(normaliseRanges(ranges(reported), trailerSeconds)).toEqual(ranges(normalised));
});

it.each([
  ['0..10', '', '0..10'],
  ['0..10', '0..10', ''],
  ['0..10', '2..3 5..6', '0..2 3..5 6..10'],
  ['0..10', '0..2 9..12', '2..9'],
  ['2..3 5..6', '0..10', ''],
  ['2..3 5..6', '3..5', '2..3 5..6'],
])('subtracts ranges: %s minus %s is %j', (all, known, rest) => {
  expect(difference(ranges(all), ranges(known))).toEqual(ranges(rest));
});

it.each([
  [100, '0..2 5..9'],
  [6, '0..2 5..9'],
  [3.5, '0..2 5..6.5'],
  [2, '0..2'],
  [0, ''],
  [-1, ''],
])('returns the first %d seconds as %j', (seconds, kept) => {
  expect(firstSeconds(ranges('0..2 5..9'), seconds)).toEqual(ranges(kept));
});

it.each([
  ['what there is room for', '0..1 2..3 4..5', '', 2, '0..1 2..3'],
  ['what touches a known range', '0..1 3..4 6..7 8..9', '1..2 4..5 7.5..8', 3, '0..1 3..4 8..9'],
  ['what overlaps a known range', '0..9', '1..2 4..5', 2, '0..9'],
  ['nothing else if there are too many already', '0..1 3..4', '4..5 6..7', 1, '3..4'],
])('keeps up to a number of ranges: %s', (_what, all, known, count, selected) => {
  expect(withinCount(ranges(all), ranges(known), count)).toEqual(ranges(selected));
});
