import { segmentFrames } from './segment-frames.js';

it('samples four pictures of half a second, never the first or the last', () => {
  const { segment, sampled, border } = segmentFrames([0, 0.5, 1], 36, 24);
  expect([...segment]).toEqual([0, 1, 2].flatMap((at) => Array(12).fill(at)));
  const inFirst = [...sampled.subarray(0, 12).entries()].filter(([, value]) => value === 1).map(([at]) => at);
  expect(inFirst).toEqual([1, 4, 7, 10]);
  expect(border.reduce((sum, value) => sum + value, 0)).toBe(6);
  expect(sampled.some((value, at) => value === 1 && border[at] === 1)).toBe(false);
});

it('begins segments with the picture that a key frame every half second begins with', () => {
  // 25 pictures a second: the first one at or after each half second, within half a picture.
  const { segment } = segmentFrames([0, 0.5, 1, 1.5], 50, 25);
  expect([11, 12, 24, 25, 36, 37].map((at) => segment[at])).toEqual([0, 1, 1, 2, 2, 3]);
});

it('takes all that is left as the last segment, and ignores segments after the end', () => {
  const { segment, border } = segmentFrames([0, 0.5, 1, 9], 45, 30);
  expect([segment[29], segment[30], segment[44], border[44]]).toEqual([1, 2, 2, 1]);
});
