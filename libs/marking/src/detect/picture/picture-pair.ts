import type { Homography } from '../geometry/homography.js';
import type { PictureSize } from '../video/frames.js';
import { BoxFilter } from './box-filter.js';
import { NO_DATA, warp } from './warp.js';

/** Pixels over which the mean is taken that is subtracted from both pictures: light falls off more slowly. */
const LIGHT_RADIUS = 15;

/** How well a picture of the clip agrees with the trailer's. */
export interface Agreement {
  readonly correlation: number;
  /** Contrast of the clip as a part of the trailer's. */
  readonly gain: number;
  /** Variance of the difference, in squared grey levels. */
  readonly noise: number;
}

/** A picture of the trailer and the clip's as the trailer has it, light taken out of both. */
export class PicturePair {
  readonly reference: Float32Array;
  readonly seen: Float32Array;
  /** 1 for pixels that the clip shows. */
  readonly shown: Uint8Array;
  private readonly box: BoxFilter;
  private readonly smooth: Float32Array;
  private raw: Float32Array;

  constructor(private readonly size: PictureSize) {
    const field = () => new Float32Array(size.width * size.height);
    [this.reference, this.seen, this.smooth, this.raw] = [field(), field(), field(), field()];
    this.shown = new Uint8Array(size.width * size.height);
    this.box = new BoxFilter(size);
  }

  /** Sets the trailer's picture, of this object's size. It is read until the next is set. */
  setReference(picture: Float32Array): void {
    const { reference, smooth } = this;
    this.raw = picture;
    this.box.twice(picture, smooth, LIGHT_RADIUS);
    for (let at = 0; at < reference.length; at++) {
      reference[at] = (picture[at] as number) - (smooth[at] as number);
    }
  }

  /** Warps the clip's picture, takes its light out, and compares it. Finds nothing if it shows too little. */
  see(picture: Float32Array, pictureSize: PictureSize, h: Homography): Agreement {
    const { seen, smooth, reference, shown, raw } = this;
    const count = warp(picture, pictureSize, h, seen, this.size);
    if (count < seen.length / 16) return { correlation: 0, gain: 1, noise: 1 };
    // Fills what is not shown with the trailer's picture in the clip's tone, so that no edges arise.
    const tone = this.tone(count);
    for (let at = 0; at < seen.length; at++) {
      shown[at] = seen[at] === NO_DATA ? 0 : 1;
      if (shown[at] === 0) seen[at] = tone.base + tone.slope * (raw[at] as number);
    }
    this.box.twice(seen, smooth, LIGHT_RADIUS);
    let [products, squares, seenSquares] = [0, 0, 0];
    for (let at = 0; at < seen.length; at++) {
      const value = (seen[at] as number) - (smooth[at] as number);
      seen[at] = value;
      if (shown[at] === 0) continue;
      const expected = reference[at] as number;
      products += expected * value;
      squares += expected * expected;
      seenSquares += value * value;
    }
    const gain = squares > 0 ? products / squares : 1;
    const noise = Math.max(1, (seenSquares - gain * products) / count);
    const correlation = squares > 0 && seenSquares > 0 ? products / Math.sqrt(squares * seenSquares) : 0;
    return { correlation, gain, noise };
  }

  private tone(count: number): { base: number; slope: number } {
    const { seen, raw } = this;
    let [sum, sumSeen, squares, products] = [0, 0, 0, 0];
    for (let at = 0; at < seen.length; at++) {
      const value = seen[at] as number;
      if (value === NO_DATA) continue;
      const expected = raw[at] as number;
      sum += expected;
      sumSeen += value;
      squares += expected * expected;
      products += expected * value;
    }
    const variance = squares - (sum * sum) / count;
    const slope = variance > 0 ? (products - (sum * sumSeen) / count) / variance : 1;
    return { slope, base: (sumSeen - slope * sum) / count };
  }
}
