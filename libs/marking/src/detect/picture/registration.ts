import { compose, type Homography, invert } from '../geometry/homography.js';
import type { PictureSize } from '../video/frames.js';
import { PicturePair } from './picture-pair.js';
import { solvePositive } from './solve.js';

const PARAMETERS = 8;
/** Keeps the projection where the picture has no detail. In squared grey levels. */
const DAMPING = 1e4;
const LARGEST_LOSS = 0.002;

/** Follows the clip's picture from one to the next: corrects the projection by Gauss and Newton's method. */
export class Registration {
  private readonly pair: PicturePair;
  private readonly gradientX: Float32Array;
  private readonly gradientY: Float32Array;
  private readonly matrix = new Float64Array(PARAMETERS * PARAMETERS);
  private readonly right = new Float64Array(PARAMETERS);
  private readonly row = new Float64Array(PARAMETERS);

  constructor(private readonly size: PictureSize) {
    this.pair = new PicturePair(size);
    this.gradientX = new Float32Array(size.width * size.height);
    this.gradientY = new Float32Array(size.width * size.height);
  }

  /** Sets the trailer's picture, of this object's size. */
  setReference(picture: Float32Array): void {
    const { width, height } = this.size;
    const { gradientX, gradientY } = this;
    this.pair.setReference(picture);
    const { reference } = this.pair;
    // Derivatives by positions from -1 to 1.
    for (let y = 1; y < height - 1; y++) {
      for (let x = 1; x < width - 1; x++) {
        const at = y * width + x;
        gradientX[at] = (((reference[at + 1] as number) - (reference[at - 1] as number)) * width) / 4;
        gradientY[at] =
          (((reference[at + width] as number) - (reference[at - width] as number)) * height) / 4;
      }
    }
  }

  /** Returns the correlation of the clip's picture with the trailer's, light taken out; 0 if it shows too little. */
  correlation(picture: Float32Array, pictureSize: PictureSize, h: Homography): number {
    return this.pair.see(picture, pictureSize, h).correlation;
  }

  /** Returns the corrected projection and its correlation. It is the one given if the correction does not help. */
  improve(picture: Float32Array, pictureSize: PictureSize, h: Homography, steps: number) {
    let now = this.pair.see(picture, pictureSize, h);
    let best = { h, correlation: now.correlation };
    for (let step = 0; step < steps && best.correlation > 0; step++) {
      const change = this.step(now.gain, now.noise);
      if (change === undefined) break;
      const next = compose(best.h, change);
      now = this.pair.see(picture, pictureSize, next);
      if (now.correlation < best.correlation - LARGEST_LOSS) break;
      best = { h: next, correlation: now.correlation };
    }
    return best;
  }

  /** One step of the method. Pixels that differ much, such as those of a logo, count little. */
  private step(gain: number, noise: number): Homography | undefined {
    const { width, height } = this.size;
    const { matrix, right, row, gradientX, gradientY } = this;
    const { reference, seen, shown } = this.pair;
    matrix.fill(0);
    right.fill(0);
    for (let y = 1; y < height - 1; y += 2) {
      const v = (2 * (y + 0.5)) / height - 1;
      // A quarter of the pixels.
      for (let x = 1 + ((y >> 1) & 1); x < width - 1; x += 2) {
        const at = y * width + x;
        if (shown[at] === 0) continue;
        const u = (2 * (x + 0.5)) / width - 1;
        const gx = gain * (gradientX[at] as number);
        const gy = gain * (gradientY[at] as number);
        const error = (seen[at] as number) - gain * (reference[at] as number);
        const weight = 1 / (1 + (error * error) / (4 * noise));
        const outward = gx * u + gy * v;
        row[0] = gx * u;
        row[1] = gx * v;
        row[2] = gx;
        row[3] = gy * u;
        row[4] = gy * v;
        row[5] = gy;
        row[6] = -outward * u;
        row[7] = -outward * v;
        for (let i = 0; i < PARAMETERS; i++) {
          const weighted = weight * (row[i] as number);
          right[i] = (right[i] as number) + weighted * error;
          for (let j = 0; j <= i; j++) {
            const cell = i * PARAMETERS + j;
            matrix[cell] = (matrix[cell] as number) + weighted * (row[j] as number);
          }
        }
      }
    }
    for (let i = 0; i < PARAMETERS; i++) {
      const cell = i * (PARAMETERS + 1);
      matrix[cell] = (matrix[cell] as number) * 1.0001 + DAMPING;
    }
    if (!solvePositive(matrix, right, PARAMETERS)) return undefined;
    return changeOf(right);
  }
}

const TO_CENTRED = Float64Array.of(2, 0, -1, 0, 2, -1, 0, 0, 1);
const FROM_CENTRED = Float64Array.of(0.5, 0, 0.5, 0, 0.5, 0.5, 0, 0, 1);

/**
 * Returns what to apply before the old projection. The parameters move the trailer's picture, positions from
 * -1 to 1.
 */
function changeOf(parameters: Float64Array): Homography | undefined {
  const [a, b, c, d, e, f, g, i] = parameters as unknown as number[] & { length: 8 };
  if (parameters.some((value) => !(Math.abs(value) < 0.2))) return undefined;
  const moved = Float64Array.from([1 + (a as number), b, c, d, 1 + (e as number), f, g, i, 1] as number[]);
  return compose(FROM_CENTRED, compose(invert(moved), TO_CENTRED));
}
