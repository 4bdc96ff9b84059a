import type { PictureSize } from '../video/frames.js';
import { DESCRIPTOR_BYTES, type Features } from './features.js';
import type { Homography } from './homography.js';
import type { OpenCv } from './opencv.js';

/** Differing bits of 256 above which two features are not the same. */
const MOST_DIFFERENT_BITS = 60;
/** Pixels by which a match may miss the projection. */
const RANSAC_PIXELS = 3;
const RANSAC_ROUNDS = 3000;

export interface Projection {
  readonly h: Homography;
  /** Matches that agree with it, and all. */
  readonly inliers: number;
  readonly matches: number;
}

/** Matches features of pairs of pictures, and finds the projection on which most of all pairs agree (RANSAC). */
export class ProjectionEstimate {
  private readonly trailer: number[] = [];
  private readonly clip: number[] = [];

  constructor(
    private readonly cv: OpenCv,
    private readonly trailerSize: PictureSize,
    private readonly clipSize: PictureSize,
  ) {}

  add(trailer: Features, clip: Features): void {
    if (trailer.count === 0 || clip.count === 0) return;
    const { cv } = this;
    const matcher = new cv.BFMatcher(cv.NORM_HAMMING, true);
    const [query, train] = [trailer, clip].map(({ count, descriptors }) => {
      const rows = new cv.Mat(count, DESCRIPTOR_BYTES, cv.CV_8UC1);
      rows.data.set(descriptors);
      return rows;
    }) as [InstanceType<OpenCv['Mat']>, InstanceType<OpenCv['Mat']>];
    const matches = new cv.DMatchVector();
    try {
      matcher.match(query, train, matches);
      for (let n = 0; n < matches.size(); n++) {
        const match = matches.get(n) as { queryIdx: number; trainIdx: number; distance: number };
        if (match.distance > MOST_DIFFERENT_BITS) continue;
        this.push(this.trailer, trailer.points, match.queryIdx, this.trailerSize);
        this.push(this.clip, clip.points, match.trainIdx, this.clipSize);
      }
    } finally {
      for (const object of [matcher, query, train, matches]) object.delete();
    }
  }

  private push(list: number[], points: Float32Array, at: number, size: PictureSize): void {
    list.push((points[2 * at] as number) * size.width, (points[2 * at + 1] as number) * size.height);
  }

  /** Returns the best projection of all pairs so far, or nothing if there is none. */
  solve(): Projection | undefined {
    const { cv } = this;
    const matches = this.trailer.length / 2;
    if (matches < 8) return undefined;
    const source = cv.matFromArray(matches, 1, cv.CV_32FC2, this.trailer);
    const target = cv.matFromArray(matches, 1, cv.CV_32FC2, this.clip);
    const mask = new cv.Mat();
    let found: InstanceType<OpenCv['Mat']> | undefined;
    try {
      found = cv.findHomography(source, target, cv.RANSAC, RANSAC_PIXELS, mask, RANSAC_ROUNDS, 0.995);
      if (found.rows !== 3) return undefined;
      const h = this.withoutPixels(Float64Array.from(found.data64F));
      const inliers = mask.data.reduce((sum, value) => sum + value, 0);
      return plausible(h) ? { h, inliers, matches } : undefined;
    } finally {
      for (const object of [source, target, mask, found]) object?.delete();
    }
  }

  private withoutPixels(h: Homography): Homography {
    const column = [this.trailerSize.width, this.trailerSize.height, 1];
    const row = [1 / this.clipSize.width, 1 / this.clipSize.height, 1];
    return h.map((value, at) => value * (row[Math.floor(at / 3)] as number) * (column[at % 3] as number));
  }
}

/** Whether the corners keep their order, and the size changes by less than six times. */
function plausible(h: Homography): boolean {
  const corners = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ] as const;
  const projected: [number, number][] = [];
  for (const [x, y] of corners) {
    const depth = (h[6] as number) * x + (h[7] as number) * y + (h[8] as number);
    if (depth < 0.2 || depth > 5) return false;
    projected.push([
      ((h[0] as number) * x + (h[1] as number) * y + (h[2] as number)) / depth,
      ((h[3] as number) * x + (h[4] as number) * y + (h[5] as number)) / depth,
    ]);
  }
  return projected.every((corner, at) => {
    const [x, y] = corner;
    const [nextX, nextY] = projected[(at + 1) % 4] as [number, number];
    const [lastX, lastY] = projected[(at + 3) % 4] as [number, number];
    const area = (nextX - x) * (lastY - y) - (nextY - y) * (lastX - x);
    return area > 1 / 36 && area < 36;
  });
}
