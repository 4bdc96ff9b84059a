import type { Mat, ORB } from '@techstark/opencv-js';
import type { PictureSize } from '../video/frames.js';
import type { OpenCv } from './opencv.js';

export const DESCRIPTOR_BYTES = 32;
const MOST_FEATURES = 700;

/** Corners of a picture that can be recognised in another one. */
export interface Features {
  readonly count: number;
  /** From 0 to 1, x and y by turns. */
  readonly points: Float32Array;
  /** `DESCRIPTOR_BYTES` for each point. */
  readonly descriptors: Uint8Array;
}

/** Finds features (ORB) in grey pictures of one size. Call `close` at the end: OpenCV's memory is not collected. */
export class FeatureFinder {
  private readonly orb: ORB;
  private readonly picture: Mat;
  private readonly noMask: Mat;

  constructor(
    private readonly cv: OpenCv,
    private readonly size: PictureSize,
  ) {
    this.orb = new cv.ORB(MOST_FEATURES);
    this.picture = new cv.Mat(size.height, size.width, cv.CV_8UC1);
    this.noMask = new cv.Mat();
  }

  find(picture: Uint8Array): Features {
    this.picture.data.set(picture);
    const keys = new this.cv.KeyPointVector();
    const found = new this.cv.Mat();
    try {
      this.orb.detectAndCompute(this.picture, this.noMask, keys, found);
      const count = keys.size();
      const points = new Float32Array(count * 2);
      for (let n = 0; n < count; n++) {
        const { pt } = keys.get(n) as { pt: { x: number; y: number } };
        points[2 * n] = (pt.x + 0.5) / this.size.width;
        points[2 * n + 1] = (pt.y + 0.5) / this.size.height;
      }
      return { count, points, descriptors: Uint8Array.from(found.data) };
    } finally {
      keys.delete();
      found.delete();
    }
  }

  close(): void {
    for (const object of [this.orb, this.picture, this.noMask]) object.delete();
  }
}

/** Mirrors a picture in place. */
export function mirrorPicture(picture: Uint8Array, { width, height }: PictureSize): void {
  for (let row = 0; row < height; row++) picture.subarray(row * width, (row + 1) * width).reverse();
}
