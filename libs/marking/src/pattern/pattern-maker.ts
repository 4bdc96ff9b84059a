import { Amplitude } from './amplitude.js';
import type { PatternGrid } from './grid.js';
import { NoiseField } from './noise-field.js';

// Jest looks up `Math` slowly in loops.
const { round } = Math;

/** Value of a pixel that the pattern does not change. */
export const PATTERN_ZERO = 128;
/** Units of a written pattern for each step of luma. Rounding is left to the size of the video. */
export const UNITS_PER_STEP = 100;

/**
 * Makes the patterns of a trailer's segments: noise from a key, as strong as the pictures hide it. All memory is
 * allocated once.
 */
export class PatternMaker {
  private readonly field: Float32Array;
  private readonly amplitudes: Float32Array;
  private readonly noise: NoiseField;
  private readonly amplitude: Amplitude;
  private hasPictures = false;

  constructor(
    private readonly key: Uint8Array,
    grid: PatternGrid,
  ) {
    this.field = new Float32Array(grid.width * grid.height);
    this.amplitudes = new Float32Array(grid.width * grid.height);
    this.noise = new NoiseField(grid);
    this.amplitude = new Amplitude(grid);
  }

  /** Adds a picture of the next segment. @param grey luma of each pixel of the grid */
  addPicture(grey: Uint8Array): void {
    this.amplitude.add(grey);
    this.hasPictures = true;
  }

  /**
   * Writes the pattern of a segment for the pictures added since the last segment. A segment without pictures, of a still
   * part of a variable frame rate, is as strong as the last.
   *
   * @param segment counts from 0
   * @param pattern receives `PATTERN_ZERO` plus the change of each pixel in `UNITS_PER_STEP`
   */
  write(segment: number, pattern: Uint8Array): void {
    const { field, amplitudes } = this;
    this.noise.write(this.key, segment, field);
    if (this.hasPictures) this.amplitude.write(amplitudes);
    if (this.hasPictures) this.amplitude.clear();
    this.hasPictures = false;
    for (let at = 0; at < field.length; at += 1) {
      pattern[at] = round(PATTERN_ZERO + UNITS_PER_STEP * (field[at] as number) * (amplitudes[at] as number));
    }
  }
}
