import type { Homography } from '../geometry/homography.js';
import type { PictureSize } from '../video/frames.js';

/** Marks pixels of which the clip shows nothing. All others are 0 or more. */
export const NO_DATA = -1;

/**
 * Writes the clip's picture as the trailer's picture has it, by bilinear interpolation. Returns the pixels that it
 * shows.
 */
export function warp(
  picture: Uint8Array | Float32Array,
  size: PictureSize,
  h: Homography,
  target: Float32Array,
  targetSize: PictureSize,
): number {
  const { width, height } = size;
  const columns = targetSize.width;
  const rows = targetSize.height;
  const h0 = (h[0] as number) / columns;
  const h3 = (h[3] as number) / columns;
  const h6 = (h[6] as number) / columns;
  let shown = 0;
  for (let row = 0; row < rows; row++) {
    const v = (row + 0.5) / rows;
    let u = 0.5 * h0 + (h[1] as number) * v + (h[2] as number);
    let w = 0.5 * h3 + (h[4] as number) * v + (h[5] as number);
    let depth = 0.5 * h6 + (h[7] as number) * v + (h[8] as number);
    let at = row * columns;
    for (const end = at + columns; at < end; at++, u += h0, w += h3, depth += h6) {
      const x = (u / depth) * width - 0.5;
      const y = (w / depth) * height - 0.5;
      if (!(x >= 0 && y >= 0 && x < width - 1 && y < height - 1)) {
        target[at] = NO_DATA;
        continue;
      }
      const left = x | 0;
      const top = y | 0;
      const right = x - left;
      const below = y - top;
      const pixel = top * width + left;
      const upper = picture[pixel] as number;
      const lower = picture[pixel + width] as number;
      const over = upper + right * ((picture[pixel + 1] as number) - upper);
      const under = lower + right * ((picture[pixel + width + 1] as number) - lower);
      target[at] = over + below * (under - over);
      shown++;
    }
  }
  return shown;
}
