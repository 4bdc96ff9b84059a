import { parseRange } from './byte-range.js';

it.each([
  ['bytes=0-3', 10, { start: 0, end: 3 }],
  ['bytes=9-', 10, { start: 9, end: 9 }],
  ['bytes=-1', 10, { start: 9, end: 9 }],
  ['bytes=-11', 10, { start: 0, end: 9 }],
  ['bytes=0-99', 10, { start: 0, end: 9 }],
  ['bytes=10-', 10, 'unsatisfiable'],
  ['bytes=10-20', 10, 'unsatisfiable'],
  ['bytes=-0', 10, 'unsatisfiable'],
  ['bytes=0-', 0, 'unsatisfiable'],
  ['bytes=-5', 0, 'unsatisfiable'],
  ['bytes=3-2', 10, undefined],
  ['bytes=-', 10, undefined],
  ['bytes=0-1,4-5', 10, undefined],
  ['items=0-1', 10, undefined],
  ['bytes=a-b', 10, undefined],
  [undefined, 10, undefined],
] as const)('parses %s of %i bytes', (header, size, range) => {
  expect(parseRange(header, size)).toEqual(range);
});
