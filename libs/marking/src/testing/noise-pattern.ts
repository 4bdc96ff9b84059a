import { BoxFilter } from '../detect/picture/box-filter.js';
import type { PictureSize } from '../detect/video/frames.js';

/** Returns numbers from 0 to 1 that look random, the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Fills `target` (yuv420p, 128 is nothing) with smooth noise of two scales. @param amplitude grey levels */
export function fillNoisePattern(
  target: Uint8Array,
  size: PictureSize,
  amplitude: number,
  random: () => number,
): void {
  const pixels = size.width * size.height;
  const unit = size.height / 1080;
  const bands = [band(size, 4 * unit, 9 * unit, random), band(size, 14 * unit, 56 * unit, random)] as const;
  target.fill(128);
  for (let at = 0; at < pixels; at++) {
    const value = Math.tanh(0.85 * ((bands[0][at] as number) + (bands[1][at] as number)));
    target[at] = 128 + Math.round(amplitude * value);
  }
}

/** Noise between two blurs, with the standard deviation one. @param fine, coarse standard deviations in pixels */
function band(size: PictureSize, fine: number, coarse: number, random: () => number): Float32Array {
  const pixels = size.width * size.height;
  const noise = Float32Array.from({ length: pixels }, () => random() - 0.5);
  const other = new Float32Array(pixels);
  const box = new BoxFilter(size);
  // Two boxes of radius r have the variance ((2 r + 1)^2 - 1) / 6.
  const radius = (deviation: number) => Math.max(1, Math.round((Math.sqrt(6 * deviation ** 2 + 1) - 1) / 2));
  box.twice(noise, other, radius(coarse));
  box.twice(noise, noise, radius(fine));
  let squares = 0;
  for (let at = 0; at < pixels; at++) {
    noise[at] = (noise[at] as number) - (other[at] as number);
    squares += (noise[at] as number) ** 2;
  }
  const scale = 1 / Math.sqrt(squares / pixels);
  return noise.map((value) => value * scale);
}
