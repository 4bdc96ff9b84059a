import { THUMB_PIXELS } from '../video/thumbs.js';
import { PATCH_CELLS, POINTS } from './sampling.js';

/** Standard deviation, in grey levels, under which a picture is too plain to be recognised. */
const LEAST_CONTRAST = 3;

/** Parts of thumbs that can be compared by a scalar product: zero mean, length one. */
export interface Patches {
  readonly count: number;
  /** `PATCH_CELLS` values each. All are 0 for a plain picture. */
  readonly values: Float32Array;
  /** 1 for a picture that can be recognised. */
  readonly textured: Uint8Array;
}

/** Returns the patches of thumbs. @param points table of a `Sampling` */
export function patchesOf(thumbs: Uint8Array, points: Int16Array): Patches {
  const count = Math.ceil(thumbs.length / THUMB_PIXELS);
  const values = new Float32Array(count * PATCH_CELLS);
  const textured = new Uint8Array(count);
  for (let n = 0; n < count; n++) {
    const thumb = thumbs.subarray(n * THUMB_PIXELS, (n + 1) * THUMB_PIXELS);
    textured[n] = fill(thumb, points, values.subarray(n * PATCH_CELLS, (n + 1) * PATCH_CELLS)) ? 1 : 0;
  }
  return { count, values, textured };
}

function fill(thumb: Uint8Array, points: Int16Array, patch: Float32Array): boolean {
  let sum = 0;
  let squares = 0;
  let used = 0;
  for (let cell = 0; cell < PATCH_CELLS; cell++) {
    let value = 0;
    let found = 0;
    for (let at = cell * POINTS; at < (cell + 1) * POINTS; at++) {
      const pixel = points[at] as number;
      if (pixel < 0) continue;
      value += thumb[pixel] as number;
      found++;
    }
    if (found === 0) {
      patch[cell] = Number.NaN;
      continue;
    }
    value /= found;
    patch[cell] = value;
    sum += value;
    squares += value * value;
    used++;
  }
  const mean = sum / used;
  const variance = squares / used - mean * mean;
  // Also without any cell, where the variance is not a number.
  if (!(variance > LEAST_CONTRAST * LEAST_CONTRAST)) {
    patch.fill(0);
    return false;
  }
  const scale = 1 / Math.sqrt(variance * used);
  for (let cell = 0; cell < PATCH_CELLS; cell++) {
    const value = patch[cell] as number;
    patch[cell] = Number.isNaN(value) ? 0 : (value - mean) * scale;
  }
  return true;
}

/** Returns the normalised cross-correlation of two patches, from -1 to 1. */
export function correlation(a: Patches, indexA: number, b: Patches, indexB: number): number {
  const left = a.values;
  const right = b.values;
  let at = indexA * PATCH_CELLS;
  let other = indexB * PATCH_CELLS;
  let sum = 0;
  for (const end = at + PATCH_CELLS; at < end; at += 4, other += 4) {
    sum +=
      (left[at] as number) * (right[other] as number) +
      (left[at + 1] as number) * (right[other + 1] as number) +
      (left[at + 2] as number) * (right[other + 2] as number) +
      (left[at + 3] as number) * (right[other + 3] as number);
  }
  return sum;
}
