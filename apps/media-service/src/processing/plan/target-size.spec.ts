import { targetSize } from './target-size.js';

it.each([
  [320, 180, 320, 180],
  [321, 181, 320, 180],
  [1920, 1080, 1920, 1080],
  [1080, 1920, 1080, 1920],
  [3840, 2160, 1920, 1080],
  [2160, 3840, 1080, 1920],
  [2048, 858, 1920, 804],
  [4096, 4096, 1080, 1080],
  [4000, 10, 1920, 4],
  [1, 1, 2, 2],
])('%d×%d becomes %d×%d', (width, height, toWidth, toHeight) => {
  expect(targetSize({ width, height })).toEqual({ width: toWidth, height: toHeight });
});
