import type { Homography } from '../geometry/homography.js';
import type { BlockSums } from '../picture/block-sums.js';
import { Registration } from '../picture/registration.js';
import { Regression } from '../picture/regression.js';
import { NO_DATA, warp } from '../picture/warp.js';
import type { PictureSize } from '../video/frames.js';
import { shrinker } from '../video/shrink.js';

/** Correlations under which the projection is looked for anew, and under which a picture is not used. */
const DOUBTFUL = 0.6;
const LEAST_CORRELATION = 0.3;

const half = ({ width, height }: PictureSize): PictureSize => ({ width: width >> 1, height: height >> 1 });

/** Compares single pictures of the clip with those of the trailer. Keeps all of its memory from one to the next. */
export class FrameReader {
  /** The trailer's picture, and half of the difference of its variants, for the caller to fill. */
  readonly mean: Float32Array;
  readonly difference: Float32Array;
  private readonly meanHalf: Float32Array;
  private readonly clipHalf: Float32Array;
  private readonly seen: Float32Array;
  private readonly registration: Registration;
  private readonly regression: Regression;
  private readonly shrinkMean: ReturnType<typeof shrinker>;
  private readonly shrinkClip: ReturnType<typeof shrinker>;
  private latest: Homography;

  constructor(
    private readonly size: PictureSize,
    private readonly clipSize: PictureSize,
    private readonly expected: Homography,
    private readonly sums: BlockSums,
  ) {
    const field = (of: PictureSize) => new Float32Array(of.width * of.height);
    this.mean = field(size);
    this.difference = field(size);
    this.seen = field(size);
    this.meanHalf = field(half(size));
    this.clipHalf = field(half(clipSize));
    this.registration = new Registration(half(size));
    this.regression = new Regression(size);
    this.shrinkMean = shrinker(size, half(size));
    this.shrinkClip = shrinker(clipSize, half(clipSize));
    this.latest = expected;
  }

  /** Projection of the last picture that was read. */
  get projection(): Homography {
    return this.latest;
  }

  /**
   * Adds a picture of the clip to the sums. Returns its correlation, or 0 if it does not show the trailer's
   * picture.
   */
  read(picture: Uint8Array, segment: number, steps: number): number {
    this.shrinkClip(picture, this.clipHalf);
    this.shrinkMean(this.mean, this.meanHalf);
    this.registration.setReference(this.meanHalf);
    const sizeOfHalf = half(this.clipSize);
    let found = this.registration.improve(this.clipHalf, sizeOfHalf, this.latest, steps);
    if (found.correlation < DOUBTFUL) {
      const anew = this.registration.improve(this.clipHalf, sizeOfHalf, this.expected, 3);
      if (anew.correlation > found.correlation) found = anew;
    }
    if (found.correlation < LEAST_CORRELATION) {
      this.latest = this.expected;
      return 0;
    }
    this.latest = found.h;
    warp(picture, this.clipSize, found.h, this.seen, this.size);
    this.regression.setReference(this.mean, this.meanHalf);
    this.regression.fit(this.seen);
    const { rest, weight } = this.regression;
    this.sums.add(segment, rest, weight, this.difference, this.meanHalf);
    return found.correlation;
  }
}

/** Returns how well a small picture of the trailer agrees with the clip's. @param seen warped, may have `NO_DATA` */
export function smallCorrelation(small: Float32Array, seen: Float32Array): number {
  let [count, sum, sumSeen, squares, seenSquares, products] = [0, 0, 0, 0, 0, 0];
  for (let at = 0; at < small.length; at++) {
    const value = seen[at] as number;
    if (value === NO_DATA) continue;
    const expected = small[at] as number;
    count++;
    sum += expected;
    sumSeen += value;
    squares += expected * expected;
    seenSquares += value * value;
    products += expected * value;
  }
  if (count === 0) return 0;
  const variance = squares - (sum * sum) / count;
  const seenVariance = seenSquares - (sumSeen * sumSeen) / count;
  const scale = Math.sqrt(variance * seenVariance);
  return scale > 0 ? (products - (sum * sumSeen) / count) / scale : 0;
}
