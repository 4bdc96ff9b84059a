import { BoxBlur } from './box-blur.js';
import { noiseBytes } from './derive.js';
import type { PatternGrid } from './grid.js';

// Jest looks up `Math` slowly in loops.
const { ceil, min, sqrt } = Math;

/** Mean of a byte. */
const MIDDLE = 127.5;
/** Steepness of the limiter: most of the field is near its ends, where the energy is for a given amplitude. */
const GAIN = 1.2;

/** Smooths with the binomial kernel 1 4 6 4 1, a Gaussian of one pixel, along a stride, in place. */
function smooth(values: Float32Array, lines: number, lineStep: number, length: number, stride: number): void {
  for (let line = 0; line < lines; line += 1) {
    const start = line * lineStep;
    const last = start + (length - 1) * stride;
    let before2 = values[start] as number;
    let before1 = before2;
    for (let at = start; at <= last; at += stride) {
      const here = values[at] as number;
      const next1 = values[min(at + stride, last)] as number;
      const next2 = values[min(at + 2 * stride, last)] as number;
      values[at] = (before2 + next2 + 4 * (before1 + next1) + 6 * here) / 16;
      before2 = before1;
      before1 = here;
    }
  }
}

/** Shifts and scales values to a mean of zero and a variance of one. */
function standardise(values: Float32Array): void {
  let sum = 0;
  let squares = 0;
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] as number;
    sum += value;
    squares += value * value;
  }
  const mean = sum / values.length;
  const scale = 1 / sqrt(squares / values.length - mean * mean);
  for (let at = 0; at < values.length; at += 1) values[at] = ((values[at] as number) - mean) * scale;
}

/** Subtracts the second array from the first. */
function subtract(values: Float32Array, others: Float32Array): void {
  for (let at = 0; at < values.length; at += 1) values[at] = (values[at] as number) - (others[at] as number);
}

/** Approximates the hyperbolic tangent within 0.03, by its Padé approximant (Abramowitz and Stegun, 4.5.70). */
function limit(value: number): number {
  if (value > 3) return 1;
  if (value < -3) return -1;
  const square = value * value;
  return (value * (27 + square)) / (27 + 9 * square);
}

/**
 * Makes the random fields of patterns: two bands of noise, whose wavelengths are about 3 to 7 % and 10 to 41 % of the
 * grid's short side. The fine band survives cropping and gives most of the evidence, the coarse band survives small
 * sizes and filming.
 */
export class NoiseField {
  private readonly fine: Float32Array;
  private readonly coarse: Float32Array;
  private readonly fineLow: Float32Array;
  private readonly coarseLow: Float32Array;
  private readonly zeros: Uint8Array;
  private readonly fineBlur: BoxBlur;
  private readonly coarseBlur: BoxBlur;
  /** The coarse band needs only half of the grid's resolution. */
  private readonly half: PatternGrid;

  constructor(private readonly grid: PatternGrid) {
    const { width, height } = grid;
    this.half = { width: ceil(width / 2) + 1, height: ceil(height / 2) + 1 };
    const halfSize = this.half.width * this.half.height;
    this.fine = new Float32Array(width * height);
    this.fineLow = new Float32Array(width * height);
    this.coarse = new Float32Array(halfSize);
    this.coarseLow = new Float32Array(halfSize);
    this.zeros = new Uint8Array(width * height + halfSize);
    this.fineBlur = new BoxBlur(width, height);
    this.coarseBlur = new BoxBlur(this.half.width, this.half.height);
  }

  /** Writes the field of a segment, between −1 and 1. */
  write(key: Uint8Array, segment: number, field: Float32Array): void {
    const bytes = noiseBytes(key, segment, this.zeros);
    this.makeFine(bytes);
    this.makeCoarse(bytes);
    const { width, height } = this.grid;
    const { fine, coarse, half } = this;
    const scale = GAIN / Math.SQRT2;
    for (let y = 0; y < height; y += 1) {
      // Rows and columns of the coarse band lie on every second pixel. Others are means of their neighbours.
      const above = (y >> 1) * half.width;
      const below = above + (y & 1) * half.width;
      for (let x = 0; x < width; x += 1) {
        const left = x >> 1;
        const right = left + (x & 1);
        const between =
          ((coarse[above + left] as number) +
            (coarse[above + right] as number) +
            (coarse[below + left] as number) +
            (coarse[below + right] as number)) /
          4;
        const at = y * width + x;
        field[at] = limit(((fine[at] as number) + between) * scale);
      }
    }
  }

  /** Gaussians of 1 and 2.4 pixels bound the band. */
  private makeFine(bytes: Uint8Array): void {
    const { width, height } = this.grid;
    const { fine, fineLow } = this;
    for (let at = 0; at < fine.length; at += 1) fine[at] = (bytes[at] as number) - MIDDLE;
    fineLow.set(fine);
    smooth(fine, height, width, width, 1);
    smooth(fine, width, 1, height, width);
    this.fineBlur.apply(fineLow, 2, 3);
    subtract(fine, fineLow);
    standardise(fine);
  }

  /** Gaussians of 2 and 7.5 pixels of half the resolution bound the band. */
  private makeCoarse(bytes: Uint8Array): void {
    const { fine, coarse, coarseLow, coarseBlur } = this;
    for (let at = 0; at < coarse.length; at += 1) coarse[at] = (bytes[fine.length + at] as number) - MIDDLE;
    coarseLow.set(coarse);
    coarseBlur.apply(coarse, 2, 2);
    coarseBlur.apply(coarseLow, 7, 3);
    subtract(coarse, coarseLow);
    standardise(coarse);
  }
}
