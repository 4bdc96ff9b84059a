import { mirror } from '../geometry/homography.js';
import { alignedPicture } from './aligned-picture.js';

const size = { width: 16, height: 8 };
/** Red grows to the right, green downwards. */
const picture = Uint8Array.from({ length: 16 * 8 * 3 }, (_, at) => {
  const pixel = Math.floor(at / 3);
  return [(pixel % 16) * 10, Math.floor(pixel / 16) * 20, 7][at % 3] as number;
});
const pixelAt = (of: Uint8Array, x: number, y: number, width: number) => {
  const at = (y * width + x) * 3;
  return [...of.subarray(at, at + 3)];
};

it('shows the part that the clip shows, at its size', () => {
  // The clip shows the right half of the width, at twice the scale.
  const crop = Float64Array.of(2, 0, -1, 0, 1, 0, 0, 0, 1);
  const aligned = alignedPicture(picture, size, crop, size);
  // The centre of pixel 6 of 16 is that of 11.25 of the whole.
  expect(pixelAt(aligned, 6, 4, 16)).toEqual([108, 80, 7]);
});

it('is mirrored as the clip is', () => {
  const aligned = alignedPicture(picture, size, mirror(), size);
  expect(pixelAt(aligned, 3, 2, 16)).toEqual([120, 40, 7]);
});

it('is black where the clip shows something else', () => {
  // The trailer fills the left half of the clip.
  const aligned = alignedPicture(picture, size, Float64Array.of(0.5, 0, 0, 0, 1, 0, 0, 0, 1), size);
  expect(pixelAt(aligned, 12, 4, 16)).toEqual([0, 0, 0]);
  expect(pixelAt(aligned, 4, 4, 16)[2]).toBe(7);
});
