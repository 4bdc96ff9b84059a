import { comparedRate, featureSize, markSize } from './frames.js';

it('compares at the rate of the trailer, or at an integer part of it', () => {
  expect([24_000 / 1001, 25, 30, 50, 60, 120].map(comparedRate)).toEqual([24_000 / 1001, 25, 30, 25, 30, 30]);
});

it('keeps the shape and the number of pixels', () => {
  expect(featureSize(16 / 9)).toEqual({ width: 640, height: 360 });
  expect(featureSize(9 / 16)).toEqual({ width: 360, height: 640 });
  expect(markSize(16 / 9)).toEqual({ width: 480, height: 272 });
});
