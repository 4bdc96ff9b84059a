import { type Projection, ProjectionEstimate } from '../geometry/estimate.js';
import { FeatureFinder, mirrorPicture } from '../geometry/features.js';
import { compose, mirror } from '../geometry/homography.js';
import type { OpenCv } from '../geometry/opencv.js';
import type { TrailerIndex } from '../index/trailer-index.js';
import { type Frames, featureSize } from '../video/frames.js';

const MOST_PAIRS = 24;
const PAIRS_BETWEEN_TRIALS = 3;
/** Matches that must agree at least, and so many that no further pictures are looked at. */
const FEWEST_INLIERS = 40;
const ENOUGH_INLIERS = 200;
const ENOUGH_SHARE = 0.3;

/** Pairs times of the clip with times of the trailer. */
export interface Pairing {
  /** Second of the trailer at a second of the clip is `offset + rate * clipTime`. */
  readonly offset: number;
  readonly rate: number;
  readonly mirrored: boolean;
  /** Returns whether the pictures of clip and trailer are similar at a second of the clip. */
  alike(clipTime: number): boolean;
}

/** Returns which part of the trailer's picture the clip shows, or nothing if the pictures do not agree. */
export async function findProjection(
  cv: OpenCv,
  frames: Frames,
  clip: { readonly file: string; readonly aspect: number; readonly seconds: number },
  index: TrailerIndex,
  pairing: Pairing,
): Promise<Projection | undefined> {
  const clipSize = featureSize(clip.aspect);
  const wanted = wantedPictures(index, pairing, clip.seconds);
  const first = wanted.keys().next().value;
  if (first === undefined) return undefined;
  const estimate = new ProjectionEstimate(cv, featureSize(index.aspect), clipSize);
  const finder = new FeatureFinder(cv, clipSize);
  let best: Projection | undefined;
  let pairs = 0;
  try {
    let frame = first;
    const from = Math.max(0, first - 0.25) / index.fps;
    for await (const picture of frames(clip.file, { ...clipSize, fps: index.fps, from })) {
      const key = wanted.get(frame++);
      if (key === undefined) continue;
      if (pairing.mirrored) mirrorPicture(picture, clipSize);
      estimate.add(key.features, finder.find(picture));
      pairs++;
      if (pairs % PAIRS_BETWEEN_TRIALS === 0 || pairs === wanted.size) best = estimate.solve();
      if (best !== undefined && best.inliers > Math.max(ENOUGH_INLIERS, ENOUGH_SHARE * best.matches)) break;
      if (pairs === wanted.size) break;
    }
  } finally {
    finder.close();
  }
  if (best === undefined || best.inliers < FEWEST_INLIERS) return undefined;
  return pairing.mirrored ? { ...best, h: compose(mirror(), best.h) } : best;
}

/** Returns pictures of the clip, by their number in order, with the key picture of the same time. */
function wantedPictures(index: TrailerIndex, pairing: Pairing, seconds: number) {
  const wanted = new Map<number, TrailerIndex['keys'][number]>();
  const pairs = index.keys
    .map((key) => ({ key, clipTime: (key.frame / index.fps - pairing.offset) / pairing.rate }))
    .filter(({ clipTime }) => clipTime >= 0 && clipTime < seconds && pairing.alike(clipTime));
  for (const { key, clipTime } of pairs.slice(0, MOST_PAIRS)) {
    wanted.set(Math.round(clipTime * index.fps), key);
  }
  return wanted;
}
