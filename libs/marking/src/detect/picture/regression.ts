import type { PictureSize } from '../video/frames.js';
import { BoxFilter } from './box-filter.js';
import { solvePositive } from './solve.js';
import { NO_DATA } from './warp.js';

const TILE_COLUMNS = 4;
const TILE_ROWS = 3;
const FEATURES = 10;
const RIDGE = 1e-3;
const FEWEST_SAMPLES = 400;

/**
 * Explains the clip's picture by the trailer's, tile by tile: tone, blur, sharpening, small shifts and falling light. The
 * mark is in what is left.
 */
export class Regression {
  /** What is left of the clip's picture, and how much each pixel counts: 0 where nothing is known. */
  readonly rest: Float32Array;
  readonly weight: Float32Array;
  private readonly box: BoxFilter;
  private readonly columns: Float32Array[];
  private readonly scratch: Float32Array;
  private readonly matrix = new Float64Array(FEATURES * FEATURES);
  private readonly right = new Float64Array(FEATURES);
  private readonly row = new Float64Array(FEATURES);

  constructor(private readonly size: PictureSize) {
    const field = () => new Float32Array(size.width * size.height);
    this.rest = field();
    this.weight = field();
    this.scratch = field();
    this.box = new BoxFilter(size);
    this.columns = Array.from({ length: FEATURES - 3 }, field);
  }

  /** Sets the trailer's picture: the mean of both variants. */
  setReference(picture: Float32Array): void {
    const { width, height } = this.size;
    const { scratch, weight } = this;
    const [plain, square, detail, fine, coarse, slopeX, slopeY] = this.columns as [
      Float32Array,
      Float32Array,
      Float32Array,
      Float32Array,
      Float32Array,
      Float32Array,
      Float32Array,
    ];
    // Box filters, twice, with about the standard deviations 1.2, 3 and 9.
    this.box.twice(picture, detail, 1);
    this.box.twice(picture, fine, 3);
    this.box.twice(picture, scratch, 10);
    slopeX.fill(0);
    slopeY.fill(0);
    for (let y = 1; y < height - 1; y++) {
      for (let at = y * width + 1; at < (y + 1) * width - 1; at++) {
        slopeX[at] = ((detail[at + 1] as number) - (detail[at - 1] as number)) / 2;
        slopeY[at] = ((detail[at + width] as number) - (detail[at - width] as number)) / 2;
      }
    }
    for (let at = 0; at < weight.length; at++) {
      const value = picture[at] as number;
      const one = detail[at] as number;
      const three = fine[at] as number;
      // Around zero, so that the square does not repeat the value.
      const centred = (value - 128) / 64;
      plain[at] = centred;
      square[at] = centred * centred;
      detail[at] = value - one;
      fine[at] = one - three;
      coarse[at] = three - (scratch[at] as number);
      const gx = slopeX[at] as number;
      const gy = slopeY[at] as number;
      weight[at] = 1 / (1 + (gx * gx + gy * gy) / 16);
    }
  }

  /** Fits the clip's picture. Must follow `setReference`, whose weights it changes. */
  fit(seen: Float32Array): void {
    const { width, height } = this.size;
    for (let row = 0; row < TILE_ROWS; row++) {
      const top = Math.round((row * height) / TILE_ROWS);
      const bottom = Math.round(((row + 1) * height) / TILE_ROWS);
      for (let column = 0; column < TILE_COLUMNS; column++) {
        const left = Math.round((column * width) / TILE_COLUMNS);
        const right = Math.round(((column + 1) * width) / TILE_COLUMNS);
        const known = this.fitTile(seen, left, right, top, bottom);
        this.subtract(seen, left, right, top, bottom, known);
      }
    }
  }

  private fitTile(seen: Float32Array, left: number, right: number, top: number, bottom: number): boolean {
    const { matrix, right: target, row, weight } = this;
    matrix.fill(0);
    target.fill(0);
    let samples = 0;
    for (let y = top; y < bottom; y += 2) {
      for (let x = left + ((y >> 1) & 1); x < right; x += 2) {
        const at = y * this.size.width + x;
        const value = seen[at] as number;
        if (value === NO_DATA) continue;
        samples++;
        this.fillRow(at, (x - left) / (right - left) - 0.5, (y - top) / (bottom - top) - 0.5);
        const w = weight[at] as number;
        for (let i = 0; i < FEATURES; i++) {
          const weighted = w * (row[i] as number);
          target[i] = (target[i] as number) + weighted * value;
          for (let j = 0; j <= i; j++) {
            const cell = i * FEATURES + j;
            matrix[cell] = (matrix[cell] as number) + weighted * (row[j] as number);
          }
        }
      }
    }
    if (samples < FEWEST_SAMPLES) return false;
    for (let i = 0; i < FEATURES; i++) {
      const cell = i * (FEATURES + 1);
      matrix[cell] = (matrix[cell] as number) + RIDGE * samples;
    }
    return solvePositive(matrix, target, FEATURES);
  }

  private fillRow(at: number, x: number, y: number): void {
    const { row, columns } = this;
    row[0] = 1;
    row[1] = x;
    row[2] = y;
    for (let n = 0; n < FEATURES - 3; n++) row[n + 3] = (columns[n] as Float32Array)[at] as number;
  }

  private subtract(
    seen: Float32Array,
    left: number,
    right: number,
    top: number,
    bottom: number,
    known: boolean,
  ): void {
    const { rest, weight, right: solution, row } = this;
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) {
        const at = y * this.size.width + x;
        const value = seen[at] as number;
        if (!known || value === NO_DATA) {
          weight[at] = 0;
          rest[at] = 0;
          continue;
        }
        this.fillRow(at, (x - left) / (right - left) - 0.5, (y - top) / (bottom - top) - 0.5);
        let fitted = 0;
        for (let i = 0; i < FEATURES; i++) fitted += (solution[i] as number) * (row[i] as number);
        rest[at] = value - fitted;
      }
    }
  }
}
