import { drawnPicture, drawnScene } from '../../testing/drawn-picture.js';
import { identity } from '../geometry/homography.js';
import { Registration } from './registration.js';

const size = { width: 240, height: 136 };
const clipSize = { width: 320, height: 180 };
const scene = drawnScene(5);
const registration = new Registration(size);

beforeAll(() => registration.setReference(Float32Array.from(drawnPicture(scene, size))));

/** A clip that shows the trailer's picture moved, turned and darkened, with a white box in a corner. */
const moved = (shift: number): Float32Array => {
  const picture = drawnPicture(scene, clipSize, (x, y) => [x + shift + 0.01 * y, y - shift / 2]);
  return Float32Array.from(picture, (value, at) => (at % 320 < 50 && at < 320 * 30 ? 255 : 20 + 0.6 * value));
};

it('follows a picture that moved by some pixels', () => {
  const clip = moved(0.006);
  const before = registration.correlation(clip, clipSize, identity());
  const { h, correlation } = registration.improve(clip, clipSize, identity(), 6);
  expect(correlation).toBeGreaterThan(before + 0.05);
  // Where the middle of the trailer's picture is in the clip.
  const depth = (h[6] as number) / 2 + (h[7] as number) / 2 + 1;
  const x = ((h[0] as number) / 2 + (h[1] as number) / 2 + (h[2] as number)) / depth;
  const y = ((h[3] as number) / 2 + (h[4] as number) / 2 + (h[5] as number)) / depth;
  expect(Math.abs(x - (0.5 - 0.006 - 0.01 * 0.503))).toBeLessThan(0.001);
  expect(Math.abs(y - 0.503)).toBeLessThan(0.001);
});

it('keeps the projection if the clip shows something else', () => {
  const other = Float32Array.from(drawnPicture(drawnScene(6), clipSize));
  const { correlation } = registration.improve(other, clipSize, identity(), 3);
  expect(correlation).toBeLessThan(0.3);
});

it('has no correlation where the clip shows nothing of the trailer', () => {
  const beside = Float64Array.of(1, 0, 2, 0, 1, 0, 0, 0, 1);
  expect(registration.correlation(moved(0), clipSize, beside)).toBe(0);
});
