import { drawnPicture, drawnScene } from '../../testing/drawn-picture.js';
import { BlockMotion } from './block-motion.js';

const size = { width: 240, height: 134 };
const picture = Float32Array.from(drawnPicture(drawnScene(3), size));
const none = new Float32Array(picture.length);
/** The picture, moved to the right and down. */
const movedBy = (x: number, y: number) =>
  picture.map((_, at) => picture[Math.max(0, at - y * size.width - x)] as number);
const block = { left: 100, right: 120, top: 60, bottom: 75 };

it('finds where a block was in the picture before', () => {
  const motion = new BlockMotion(size);
  motion.next(picture, none);
  motion.next(movedBy(3, 2), none);
  expect(motion.offset(block)).toBe(-2 * size.width - 3);
});

it('lets a block stay if nothing agrees better', () => {
  const motion = new BlockMotion(size);
  motion.next(none, none);
  motion.next(none, none);
  expect(motion.offset(block)).toBe(0);
});

it('never looks beyond the edges', () => {
  const motion = new BlockMotion(size);
  motion.next(picture, none);
  motion.next(movedBy(3, 2), none);
  const corner = { left: 0, right: 20, top: 0, bottom: 15 };
  const offset = motion.offset(corner);
  expect(offset % size.width).toBeLessThanOrEqual(4);
  expect(offset).toBeGreaterThanOrEqual(0);
});
