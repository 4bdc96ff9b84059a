import type { SegmentEvidence } from '../../evidence.js';
import type { PictureSize } from '../video/frames.js';
import { type Pixels, shrinker } from '../video/shrink.js';
import { Bands } from './bands.js';

/** Looked up once: globals are slow in tests. */
const { max, min } = Math;

const COLUMNS = 12;
const ROWS = 9;
const BLOCKS = COLUMNS * ROWS;
const BANDS = ['fine', 'coarse'] as const;
/** Grey levels beyond which what is left of a picture is not of the mark. */
const LARGEST_REST = 8;
/**
 * Variance of the noise that is assumed at least, in squared grey levels. It is large because blocks with little noise
 * are those whose changes the encoder left out, with the mark.
 */
const LEAST_NOISE = 3;
/** Variance of the trailer's picture below which it explains little. */
const LEAST_DETAIL = 0.05;

/**
 * Correlates what is left of pictures with the difference of the variants, by blocks and bands of spatial frequency,
 * and sums it by segments. Works at half of the size: finer detail does not survive in faint copies.
 */
export class BlockSums {
  private readonly segments = new Map<number, Float64Array>();
  private readonly half: PictureSize;
  private readonly shrink: (picture: Pixels, small: Pixels) => void;
  private readonly weight: Float32Array;
  private readonly small: Float32Array;
  private readonly rest: Bands;
  private readonly difference: Bands;
  private readonly reference: Bands;

  /** @param size of the pictures, with even sides */
  constructor(size: PictureSize) {
    this.half = { width: size.width >> 1, height: size.height >> 1 };
    this.shrink = shrinker(size, this.half);
    this.weight = new Float32Array(this.half.width * this.half.height);
    this.small = new Float32Array(this.weight.length);
    [this.rest, this.difference, this.reference] = [
      new Bands(this.half),
      new Bands(this.half),
      new Bands(this.half),
    ];
  }

  /**
   * @param rest what is left of the clip's picture
   * @param weight how much each pixel counts
   * @param difference half of the second variant less the first
   * @param meanHalf the mean of both variants, at half of the width and height
   */
  add(
    segment: number,
    rest: Float32Array,
    weight: Float32Array,
    difference: Float32Array,
    meanHalf: Float32Array,
  ): void {
    const { small } = this;
    this.shrink(weight, this.weight);
    this.shrink(difference, small);
    this.difference.set(small);
    this.shrink(rest, small);
    for (let at = 0; at < small.length; at++) {
      small[at] = max(-LARGEST_REST, min(LARGEST_REST, small[at] as number));
    }
    this.rest.set(small);
    this.reference.set(meanHalf);
    let sums = this.segments.get(segment);
    if (sums === undefined) {
      sums = new Float64Array(BLOCKS * BANDS.length);
      this.segments.set(segment, sums);
    }
    const { width, height } = this.half;
    for (let block = 0; block < BLOCKS; block++) {
      const row = Math.floor(block / COLUMNS);
      const column = block % COLUMNS;
      const top = Math.round((row * height) / ROWS);
      const bottom = Math.round(((row + 1) * height) / ROWS);
      const left = Math.round((column * width) / COLUMNS);
      const right = Math.round(((column + 1) * width) / COLUMNS);
      for (const [band, name] of BANDS.entries()) {
        const at = band * BLOCKS + block;
        sums[at] = (sums[at] as number) + this.correlate(name, top, bottom, left, right);
      }
    }
  }

  /**
   * Returns the product of what is left and the difference, divided by the variance of what is left. What the trailer's
   * picture explains of them in this block is taken out first: an encoder loses different detail in each block.
   */
  private correlate(
    band: (typeof BANDS)[number],
    top: number,
    bottom: number,
    left: number,
    right: number,
  ): number {
    const { weight } = this;
    const { width } = this.half;
    const rest = this.rest[band];
    const difference = this.difference[band];
    const reference = this.reference[band];
    let [weights, products, squares] = [0, 0, 0];
    let [detail, restOfDetail, differenceOfDetail] = [0, 0, 0];
    for (let y = top; y < bottom; y++) {
      for (let at = y * width + left; at < y * width + right; at++) {
        const w = weight[at] as number;
        const r = rest[at] as number;
        const d = difference[at] as number;
        const m = w * (reference[at] as number);
        weights += w;
        products += w * r * d;
        squares += w * r * r;
        detail += m * (reference[at] as number);
        restOfDetail += m * r;
        differenceOfDetail += m * d;
      }
    }
    if (weights === 0) return 0;
    const gain = restOfDetail / (detail + LEAST_DETAIL * weights);
    const noise = max(0, squares - gain * restOfDetail) / weights;
    return (products - gain * differenceOfDetail) / (noise + LEAST_NOISE);
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
