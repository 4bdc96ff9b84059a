import { surelyExceeds } from './lead-estimates.js';

it.each([
  ['many of many', { all: 1_000_000, matching: 50_000 }, true],
  ['a few in the sample', { all: 1_000_000, matching: 20_000 }, false],
  ['many, of which some will do', { all: 30_000, matching: 15_000 }, true],
  ['about as many', { all: 30_000, matching: 10_500 }, false],
  ['none in the sample', { all: 1_000_000, matching: 0 }, false],
  ['no statistics', { all: 0, matching: 0 }, false],
])('recognises whether there are surely more matches: %s', (_what, estimates, expected) => {
  expect(surelyExceeds(estimates, 10_000)).toBe(expected);
});
