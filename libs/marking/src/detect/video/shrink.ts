import type { PictureSize } from './frames.js';

export type Pixels = Uint8Array | Float32Array;

/**
 * Returns a function that averages pictures over the cells of a smaller grid. Cells have whole pixels, and may differ
 * in size by one.
 */
export function shrinker(from: PictureSize, to: PictureSize): (picture: Pixels, small: Pixels) => void {
  const columns = edges(from.width, to.width);
  const rows = edges(from.height, to.height);
  return (picture, small) => {
    for (let y = 0; y < to.height; y++) {
      const top = rows[y] as number;
      const bottom = rows[y + 1] as number;
      for (let x = 0; x < to.width; x++) {
        const left = columns[x] as number;
        const right = columns[x + 1] as number;
        let sum = 0;
        for (let row = top; row < bottom; row++) {
          const start = row * from.width;
          for (let at = start + left; at < start + right; at++) sum += picture[at] as number;
        }
        small[y * to.width + x] = sum / ((bottom - top) * (right - left));
      }
    }
  };
}

function edges(length: number, cells: number): Int32Array {
  return Int32Array.from({ length: cells + 1 }, (_, cell) => Math.round((cell * length) / cells));
}
