import type { SegmentEvidence } from '../../evidence.js';
import type { PictureSize } from '../video/frames.js';
import { type Pixels, shrinker } from '../video/shrink.js';
import { Bands } from './bands.js';
import { type BandPictures, type Block, correlateBlock } from './block-correlation.js';
import { BlockMotion } from './block-motion.js';

/** Looked up once: globals are slow in tests. */
const { max, min } = Math;

const COLUMNS = 12;
const ROWS = 9;
/** Grey levels beyond which what is left of a picture is not of the mark. */
const LARGEST_REST = 8;

/**
 * Correlates what is left of pictures with the difference of the variants, by blocks and bands of spatial frequency,
 * and sums it by segments. Works at half of the size: finer detail does not survive in faint copies.
 */
export class BlockSums {
  private readonly segments = new Map<number, Float64Array>();
  private readonly shrink: (picture: Pixels, small: Pixels) => void;
  private readonly blocks: readonly Block[];
  private readonly width: number;
  private readonly weight: Float32Array;
  private readonly small: Float32Array;
  private readonly difference: Bands;
  private readonly reference: Bands;
  private readonly motion: BlockMotion;
  private rest: Bands;
  private previous: Bands;

  /** @param size of the pictures, with even sides */
  constructor(size: PictureSize) {
    const half = { width: size.width >> 1, height: size.height >> 1 };
    this.width = half.width;
    this.shrink = shrinker(size, half);
    this.blocks = blocksOf(half);
    this.weight = new Float32Array(half.width * half.height);
    this.small = new Float32Array(half.width * half.height);
    this.difference = new Bands(half);
    this.reference = new Bands(half);
    this.motion = new BlockMotion(half);
    this.rest = new Bands(half);
    this.previous = new Bands(half);
  }

  /**
   * Adds a picture. Pictures of a clip must come in their order.
   *
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
    const sums = this.sumsOf(segment);
    this.motion.next(this.reference.fine, this.reference.coarse);
    const bands = [this.pictures('fine'), this.pictures('coarse')];
    let at = 0;
    for (const block of this.blocks) {
      const moved = this.motion.offset(block);
      for (const band of bands) {
        sums[at] = (sums[at] as number) + correlateBlock(band, block, moved);
        at++;
      }
    }
    [this.rest, this.previous] = [this.previous, this.rest];
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

  private sumsOf(segment: number): Float64Array {
    const known = this.segments.get(segment);
    if (known !== undefined) return known;
    const sums = new Float64Array(2 * this.blocks.length);
    this.segments.set(segment, sums);
    return sums;
  }

  private pictures(band: 'fine' | 'coarse'): BandPictures {
    return {
      rest: this.rest[band],
      previous: this.previous[band],
      difference: this.difference[band],
      reference: this.reference[band],
      weight: this.weight,
      width: this.width,
    };
  }
}

function blocksOf({ width, height }: PictureSize): Block[] {
  return Array.from({ length: COLUMNS * ROWS }, (_, block) => {
    const column = block % COLUMNS;
    const row = Math.floor(block / COLUMNS);
    return {
      left: Math.round((column * width) / COLUMNS),
      right: Math.round(((column + 1) * width) / COLUMNS),
      top: Math.round((row * height) / ROWS),
      bottom: Math.round(((row + 1) * height) / ROWS),
    };
  });
}
