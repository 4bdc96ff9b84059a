import { markCheckView } from './checked-marks.js';

const trailer = { segments: 180, readable: 171, bits: 130, seconds: 90, codewords: 120 };

it('says how many seconds name one of the people who were sent a copy', () => {
  // 27.8 bits of 5e-7 / 120, with an allowance of 30 %, of 130 bits in 90 s.
  expect(markCheckView(trailer)).toEqual({
    segments: 180,
    readableSegments: 171,
    secondsToName: 26,
    people: 120,
    weak: false,
  });
});

it('counts one person while nobody was sent a copy', () => {
  expect(markCheckView({ ...trailer, codewords: 0 })).toMatchObject({ people: 1, secondsToName: 19 });
});

it.each([
  ['the trailer is too short', { bits: 17, seconds: 12 }],
  ['nothing is readable', { bits: 0, readable: 0 }],
])('says that no length would do if %s', (_case, change) => {
  expect(markCheckView({ ...trailer, ...change }).secondsToName).toBeNull();
});

it.each([
  [111, false],
  [110, true],
])('calls marks with %d readable segments in 90 s weak: %s', (readable, weak) => {
  expect(markCheckView({ ...trailer, readable }).weak).toBe(weak);
});
