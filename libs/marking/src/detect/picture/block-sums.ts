import type { SegmentEvidence } from '../../evidence.js';
import type { PictureSize } from '../video/frames.js';

/** Looked up once: globals are slow in tests. */
const { max, min } = Math;

const COLUMNS = 12;
const ROWS = 9;
const BLOCKS = COLUMNS * ROWS;
/** Grey levels beyond which what is left of a picture is not of the mark. */
const LARGEST_REST = 8;
/** Variance of the noise that is assumed at least, in squared grey levels. */
const LEAST_NOISE = 0.5;

/** Correlates what is left of pictures with the difference of the variants, by blocks, and sums it by segments. */
export class BlockSums {
  private readonly segments = new Map<number, Float64Array>();

  constructor(private readonly size: PictureSize) {}

  /**
   * @param rest what is left of the clip's picture
   * @param weight how much each pixel counts
   * @param difference half of the second variant less the first
   */
  add(segment: number, rest: Float32Array, weight: Float32Array, difference: Float32Array): void {
    const { width, height } = this.size;
    let sums = this.segments.get(segment);
    if (sums === undefined) {
      sums = new Float64Array(BLOCKS);
      this.segments.set(segment, sums);
    }
    for (let row = 0; row < ROWS; row++) {
      const top = Math.round((row * height) / ROWS);
      const bottom = Math.round(((row + 1) * height) / ROWS);
      for (let column = 0; column < COLUMNS; column++) {
        const left = Math.round((column * width) / COLUMNS);
        const right = Math.round(((column + 1) * width) / COLUMNS);
        let [products, squares, weights] = [0, 0, 0];
        for (let y = top; y < bottom; y++) {
          for (let at = y * width + left; at < y * width + right; at++) {
            const w = weight[at] as number;
            const value = max(-LARGEST_REST, min(LARGEST_REST, rest[at] as number));
            products += w * value * (difference[at] as number);
            squares += w * value * value;
            weights += w;
          }
        }
        if (weights === 0) continue;
        const block = row * COLUMNS + column;
        sums[block] = (sums[block] as number) + products / (squares / weights + LEAST_NOISE);
      }
    }
  }

  /** Returns the evidence of all segments that were seen. A logo spoils only its own blocks. */
  evidence(): SegmentEvidence[] {
    return [...this.segments]
      .map(([segment, sums]) => {
        const sum = sums.reduce((total, value) => total + value, 0);
        const squares = sums.reduce((total, value) => total + value * value, 0);
        return { segment, z: squares > 0 ? sum / Math.sqrt(squares) : 0 };
      })
      .sort((a, b) => a.segment - b.segment);
  }
}
