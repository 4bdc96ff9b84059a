import type { PictureSize } from '../detect/video/frames.js';
import { seededRandom } from './noise-pattern.js';

/** Returns the brightness of a drawn scene, at positions from 0 to 1: discs and bars on slow waves. */
export function drawnScene(seed: number): (x: number, y: number) => number {
  const random = seededRandom(seed);
  const shapes = Array.from({ length: 60 }, () => ({
    x: random(),
    y: random(),
    radius: 0.01 + 0.06 * random(),
    light: (random() - 0.5) * 120,
    square: random() < 0.5,
  }));
  return (x, y) => {
    let value = 120 + 30 * Math.sin(7 * x + 3 * y) + 20 * Math.sin(11 * y - 4 * x);
    for (const shape of shapes) {
      const dx = x > shape.x ? x - shape.x : shape.x - x;
      const dy = y > shape.y ? y - shape.y : shape.y - y;
      if (dx > shape.radius + 0.01 || dy > shape.radius + 0.01) continue;
      const distance = shape.square ? Math.max(dx, dy) : Math.hypot(dx, dy);
      // Edges are as soft as a pixel of 640.
      value += shape.light * Math.max(0, Math.min(1, (shape.radius - distance) * 640 + 0.5));
    }
    return Math.max(0, Math.min(255, value));
  };
}

/** Draws a scene. @param at tells the scene's position of a position of the picture */
export function drawnPicture(
  scene: (x: number, y: number) => number,
  { width, height }: PictureSize,
  at: (x: number, y: number) => [number, number] = (x, y) => [x, y],
): Uint8Array {
  return Uint8Array.from({ length: width * height }, (_, pixel) => {
    const [x, y] = at(((pixel % width) + 0.5) / width, (Math.floor(pixel / width) + 0.5) / height);
    return scene(x, y);
  });
}
