import type { PictureSize } from '../video/frames.js';
import type { Block } from './block-correlation.js';
import { PictureFeatures } from './picture-features.js';
import { solvePositive } from './solve.js';
import { NO_DATA } from './warp.js';

const TILE_COLUMNS = 4;
const TILE_ROWS = 3;
/** One, the two positions, and seven functions of the trailer's picture. */
const FEATURES = 10;
const RIDGE = 1e-3;
const FEWEST_SAMPLES = 200;

/**
 * Explains the clip's picture by the trailer's, tile by tile: tone, blur, sharpening, small shifts and falling
 * light. The mark is in what is left.
 */
export class Regression {
  /** What is left of the clip's picture, and how much each pixel counts: 0 where nothing is known. */
  readonly rest: Float32Array;
  readonly weight: Float32Array;
  private readonly features: PictureFeatures;
  private readonly tiles: Block[];
  private readonly matrix = new Float64Array(FEATURES * FEATURES);
  private readonly solution = new Float64Array(FEATURES);
  private readonly row = new Float64Array(FEATURES);

  /** @param size with even sides */
  constructor(private readonly size: PictureSize) {
    this.rest = new Float32Array(size.width * size.height);
    this.features = new PictureFeatures(size);
    this.weight = this.features.weight;
    this.tiles = Array.from({ length: TILE_COLUMNS * TILE_ROWS }, (_, tile) => {
      const column = tile % TILE_COLUMNS;
      const line = Math.floor(tile / TILE_COLUMNS);
      return {
        left: Math.round((column * size.width) / TILE_COLUMNS),
        right: Math.round(((column + 1) * size.width) / TILE_COLUMNS),
        top: Math.round((line * size.height) / TILE_ROWS),
        bottom: Math.round(((line + 1) * size.height) / TILE_ROWS),
      };
    });
  }

  /**
   * Sets the trailer's picture: the mean of both variants.
   * @param pictureHalf the same with half of the width and height
   */
  setReference(picture: Float32Array, pictureHalf: Float32Array): void {
    this.features.set(picture, pictureHalf);
  }

  /** Fits the clip's picture. Must follow `setReference`, whose weights it changes. */
  fit(seen: Float32Array): void {
    for (const tile of this.tiles) this.subtract(seen, tile, this.fitTile(seen, tile));
  }

  /** Solves for the tile. Looks at an eighth of the pixels. */
  private fitTile(seen: Float32Array, { left, right, top, bottom }: Block): boolean {
    const { matrix, solution, row } = this;
    const { weight, plain, detail, fine, coarse, slopeX, slopeY } = this.features;
    const { width } = this.size;
    matrix.fill(0);
    solution.fill(0);
    row[0] = 1;
    let samples = 0;
    for (let y = top; y < bottom; y += 4) {
      row[2] = (y - top) / (bottom - top) - 0.5;
      for (let x = left + ((y >> 2) & 1); x < right; x += 2) {
        const at = y * width + x;
        const value = seen[at] as number;
        if (value === NO_DATA) continue;
        samples++;
        const centred = plain[at] as number;
        row[1] = (x - left) / (right - left) - 0.5;
        row[3] = centred;
        row[4] = centred * centred;
        row[5] = detail[at] as number;
        row[6] = fine[at] as number;
        row[7] = coarse[at] as number;
        row[8] = slopeX[at] as number;
        row[9] = slopeY[at] as number;
        const w = weight[at] as number;
        for (let i = 0; i < FEATURES; i++) {
          const weighted = w * (row[i] as number);
          solution[i] = (solution[i] as number) + weighted * value;
          const start = i * FEATURES;
          for (let j = 0; j <= i; j++) {
            matrix[start + j] = (matrix[start + j] as number) + weighted * (row[j] as number);
          }
        }
      }
    }
    if (samples < FEWEST_SAMPLES) return false;
    for (let i = 0; i < FEATURES; i++) {
      const cell = i * (FEATURES + 1);
      matrix[cell] = (matrix[cell] as number) + RIDGE * samples;
    }
    return solvePositive(matrix, solution, FEATURES);
  }

  private subtract(seen: Float32Array, { left, right, top, bottom }: Block, known: boolean): void {
    const { rest } = this;
    const { weight, plain, detail, fine, coarse, slopeX, slopeY } = this.features;
    const { width } = this.size;
    const [one, across, down, level, square, sharp, middle, broad, moveX, moveY] = this
      .solution as unknown as Ten;
    for (let y = top; y < bottom; y++) {
      const base = one + down * ((y - top) / (bottom - top) - 0.5);
      for (let x = left; x < right; x++) {
        const at = y * width + x;
        const value = seen[at] as number;
        if (!known || value === NO_DATA) {
          weight[at] = 0;
          rest[at] = 0;
          continue;
        }
        const centred = plain[at] as number;
        rest[at] =
          value -
          base -
          across * ((x - left) / (right - left) - 0.5) -
          centred * (level + square * centred) -
          sharp * (detail[at] as number) -
          middle * (fine[at] as number) -
          broad * (coarse[at] as number) -
          moveX * (slopeX[at] as number) -
          moveY * (slopeY[at] as number);
      }
    }
  }
}

type Ten = [number, number, number, number, number, number, number, number, number, number];
