import { resultOf } from './check-marks.js';

const starts = [0, 0.5, 1, 1.5, 2];
const reading = (...values: (number | undefined)[]) =>
  values.flatMap((z, segment) => (z === undefined ? [] : [{ segment, z }]));

it('erases segments that were read weakly, wrongly or not at all from both copies together', () => {
  const first = reading(-3, 3, -0.6, undefined, -2);
  const second = reading(3, 3, 0.7, undefined, -0.5);
  const result = resultOf([first, second], { starts, seconds: 2.5 });
  expect(result).toMatchObject({ erased: [1, 2, 3], segments: 5, readableSegments: 2, seconds: 2.5 });
  expect(result.bits).toBeGreaterThan(1);
  expect(result.bits).toBeLessThan(2);
});

it('erases all segments if nothing was found', () => {
  expect(resultOf([[], []], { starts, seconds: 2.5 })).toMatchObject({ readableSegments: 0, bits: 0 });
});
