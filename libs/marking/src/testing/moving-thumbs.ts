import { THUMB, THUMB_PIXELS } from '../detect/video/thumbs.js';
import { seededRandom } from './noise-pattern.js';

/** Looked up once: globals are slow in tests. */
const { sin } = Math;

/** Draws a film of shots of two seconds, each with waves of its own that move. Returns its thumb at a second. */
export function drawnThumbs(seed: number): (second: number) => Uint8Array {
  const shots = new Map<number, number[]>();
  const shot = (number: number): number[] => {
    let waves = shots.get(number);
    if (waves === undefined) {
      const random = seededRandom(seed * 1000 + number);
      waves = Array.from({ length: 24 }, (_, n) => (random() - 0.5) * (n % 4 === 3 ? 8 : 0.9));
      shots.set(number, waves);
    }
    return waves;
  };
  return (second) => {
    const waves = shot(Math.floor(second / 2));
    return Uint8Array.from({ length: THUMB_PIXELS }, (_, at) => {
      const x = at % THUMB.width;
      const y = Math.floor(at / THUMB.width);
      let value = 128;
      for (let n = 0; n < waves.length; n += 4) {
        const [a, b, c, d] = waves.slice(n, n + 4) as [number, number, number, number];
        value += 20 * sin(a * x + b * y + 9 * c + d * second);
      }
      return value;
    });
  };
}

/** Returns thumbs at the given seconds, one after the other. */
export function joinedThumbs(film: (second: number) => Uint8Array, seconds: readonly number[]): Uint8Array {
  const all = new Uint8Array(seconds.length * THUMB_PIXELS);
  seconds.forEach((second, n) => {
    all.set(film(second), n * THUMB_PIXELS);
  });
  return all;
}

/** Mirrors thumbs left and right. */
export function mirroredThumbs(thumbs: Uint8Array): Uint8Array {
  const mirrored = thumbs.slice();
  for (let row = 0; row < mirrored.length; row += THUMB.width)
    mirrored.subarray(row, row + THUMB.width).reverse();
  return mirrored;
}
