import { BoxBlur } from './box-blur.js';
import type { PatternGrid } from './grid.js';
import { MinimumFilter } from './minimum-filter.js';

// Jest looks up `Math` slowly in loops.
const { max, min, sqrt } = Math;

/** Steps of luma by which the pattern changes a flat picture. Less than half a step vanishes when rounded. */
const MIN_AMPLITUDE = 0.45;
/** Steps of luma at which the pattern stays invisible in a busy picture. */
const MAX_AMPLITUDE = 1.2;
/** Amplitude for each step of the picture's local standard deviation. */
const PER_DEVIATION = 0.15;
/** Luma of nearly black pictures, which carry no pattern. */
const DARK = 18;
/** Luma above `DARK` from which the pattern has its full amplitude. */
const FADE = 40;

/** Radius of the square whose mean and deviation are taken. */
const LOCAL = 4;
const LOCAL_SIZE = (2 * LOCAL + 1) ** 2;
/** Radii by which flat and dark parts spread, so that no pattern of a busy part lies over them. */
const FLAT_SPREAD = 5;
const DARK_SPREAD = 3;

/** Finds how strong a pattern may be in each place of the pictures of a segment. */
export class Amplitude {
  /** Lowest mean of the pictures so far. */
  private readonly mean: Float32Array;
  /** Lowest variance of the pictures so far. */
  private readonly variance: Float32Array;
  private readonly sums: Int32Array;
  private readonly squares: Int32Array;
  private readonly flatSpread: MinimumFilter;
  private readonly darkSpread: MinimumFilter;
  private readonly blur: BoxBlur;

  constructor(private readonly grid: PatternGrid) {
    const { width, height } = grid;
    this.mean = new Float32Array(width * height);
    this.variance = new Float32Array(width * height);
    this.sums = new Int32Array(width);
    this.squares = new Int32Array(width);
    this.flatSpread = new MinimumFilter(width, height, FLAT_SPREAD);
    this.darkSpread = new MinimumFilter(width, height, DARK_SPREAD);
    this.blur = new BoxBlur(width, height);
    this.clear();
  }

  /** Forgets all pictures. */
  clear(): void {
    this.mean.fill(Number.POSITIVE_INFINITY);
    this.variance.fill(Number.POSITIVE_INFINITY);
  }

  /** Adds a grey picture. Squares at the edges repeat the outermost pixels. */
  add(grey: Uint8Array): void {
    const { width, height } = this.grid;
    const { sums, squares } = this;
    sums.fill(0);
    squares.fill(0);
    for (let y = -LOCAL; y < LOCAL; y += 1) this.change(grey, y, 1);
    for (let y = 0; y < height; y += 1) {
      this.change(grey, y + LOCAL, 1);
      this.lower(y * width);
      this.change(grey, y - LOCAL, -1);
    }
  }

  /** Adds a row to the sums of columns, or removes it. */
  private change(grey: Uint8Array, row: number, sign: 1 | -1): void {
    const { width, height } = this.grid;
    const { sums, squares } = this;
    const start = min(max(row, 0), height - 1) * width;
    for (let x = 0; x < width; x += 1) {
      const value = grey[start + x] as number;
      sums[x] = (sums[x] as number) + sign * value;
      squares[x] = (squares[x] as number) + sign * value * value;
    }
  }

  /** Lowers a row of the means and variances to those of the current sums. */
  private lower(start: number): void {
    const { width } = this.grid;
    const { sums, squares, mean, variance } = this;
    const last = width - 1;
    let sum = 0;
    let square = 0;
    for (let x = -LOCAL; x < LOCAL; x += 1) {
      const column = min(max(x, 0), last);
      sum += sums[column] as number;
      square += squares[column] as number;
    }
    for (let x = 0; x < width; x += 1) {
      const entering = min(x + LOCAL, last);
      const leaving = max(x - LOCAL, 0);
      sum += sums[entering] as number;
      square += squares[entering] as number;
      const at = start + x;
      const here = sum / LOCAL_SIZE;
      const spread = square / LOCAL_SIZE - here * here;
      if (here < (mean[at] as number)) mean[at] = here;
      if (spread < (variance[at] as number)) variance[at] = spread;
      sum -= sums[leaving] as number;
      square -= squares[leaving] as number;
    }
  }

  /** Writes the amplitude of each pixel in steps of luma. Every picture that was added allows it. */
  write(amplitude: Float32Array): void {
    const { mean, variance } = this;
    this.flatSpread.apply(variance);
    for (let at = 0; at < variance.length; at += 1) {
      variance[at] = sqrt(max(0, variance[at] as number));
    }
    this.blur.apply(variance, 1, 1);
    this.darkSpread.apply(mean);
    this.blur.apply(mean, 1, 1);
    for (let at = 0; at < amplitude.length; at += 1) {
      const busy = min(MAX_AMPLITUDE, MIN_AMPLITUDE + PER_DEVIATION * (variance[at] as number));
      const light = ((mean[at] as number) - DARK) / FADE;
      amplitude[at] = light <= 0 ? 0 : light < 1 ? busy * light : busy;
    }
  }
}
