import type { Homography } from '../geometry/homography.js';
import type { BlockSums } from '../picture/block-sums.js';
import { warp } from '../picture/warp.js';
import type { Run } from '../time/runs.js';
import { comparedRate, type Frames, featureSize, markSize, type PictureSize } from '../video/frames.js';
import { shrinker } from '../video/shrink.js';
import { FrameReader, smallCorrelation } from './frame-reader.js';
import type { SegmentFrames } from './segment-frames.js';
import { VariantWindow } from './variant-window.js';

/** Pictures by which the clip may be before or behind the expected time. */
const TIME_REACH = 3;
/** Taken from the correlation for each picture of difference: prefers the last time while nothing moves. */
const TIME_PENALTY = 3e-4;

/** A clip and both variants of the trailer that it may be a copy of. */
export interface Videos {
  readonly clip: { readonly file: string; readonly aspect: number };
  /** `fps` and `aspect` are those of both files. */
  readonly trailer: {
    readonly first: string;
    readonly second: string;
    readonly fps: number;
    readonly aspect: number;
  };
}

/** What was read from a run. */
export interface ReadRun {
  /** Pictures that were compared, and their mean correlation with the trailer's. */
  readonly pictures: number;
  readonly correlation: number;
  /** The last projection. Both are set if a picture was found. */
  readonly projection: Homography;
}

/** Reads the marks of a run: adds its pictures to the sums. */
export async function readRun(
  frames: Frames,
  videos: Videos,
  segments: SegmentFrames,
  run: Run,
  h: Homography,
  sums: BlockSums,
): Promise<ReadRun> {
  const fps = comparedRate(videos.trailer.fps);
  const size = markSize(videos.trailer.aspect);
  const clipSize = featureSize(videos.clip.aspect);
  const firstClip = Math.max(0, Math.ceil(run.from * fps));
  const firstTrailer = Math.max(
    0,
    Math.round((run.offset + run.rate * (firstClip / fps)) * fps) - 2 * TIME_REACH,
  );
  const open = (file: string, from: number, of: PictureSize) =>
    // A quarter of a picture early, so that rounding cannot skip the first.
    frames(file, { ...of, fps, ...(from > 0 && { from: (from - 0.25) / fps }) });
  const { first, second } = videos.trailer;
  const window = new VariantWindow(
    size,
    [open(first, firstTrailer, size), open(second, firstTrailer, size)],
    firstTrailer,
  );
  const reader = new FrameReader(size, clipSize, h, sums);
  const follower = new TimeFollower(window, clipSize, firstTrailer);
  let [pictures, correlations, lastSegment, clipFrame] = [0, 0, -1, firstClip];
  try {
    for await (const picture of open(videos.clip.file, firstClip, clipSize)) {
      const time = clipFrame++ / fps;
      if (time > run.to) break;
      const expected = Math.round((run.offset + run.rate * time) * fps) + follower.shift;
      if (segments.sampled[expected] !== 1) continue;
      const frame = await follower.find(picture, expected, reader.projection);
      if (frame === undefined || segments.border[frame] !== 0) continue;
      window.load(frame, reader.mean, reader.difference);
      const segment = segments.segment[frame] as number;
      const correlation = reader.read(picture, segment, segment === lastSegment ? 1 : 3);
      lastSegment = segment;
      if (correlation === 0) continue;
      pictures++;
      correlations += correlation;
    }
  } finally {
    await window.close();
  }
  return {
    pictures,
    correlation: pictures === 0 ? 0 : correlations / pictures,
    projection: reader.projection,
  };
}

/** Follows the time of the clip in the trailer, picture by picture. */
class TimeFollower {
  /** Pictures by which the last one was found after the expected one. */
  shift = 0;
  private readonly seen: Float32Array;
  private readonly small: Float32Array;
  private readonly smallClip: PictureSize;
  private readonly shrink: ReturnType<typeof shrinker>;

  constructor(
    private readonly window: VariantWindow,
    clipSize: PictureSize,
    private readonly from: number,
  ) {
    this.seen = new Float32Array(window.smallSize.width * window.smallSize.height);
    this.smallClip = { width: clipSize.width >> 2, height: clipSize.height >> 2 };
    this.small = new Float32Array(this.smallClip.width * this.smallClip.height);
    this.shrink = shrinker(clipSize, this.smallClip);
  }

  /** Returns the picture of the trailer that the clip shows, near the expected one; nothing if there is none. */
  async find(picture: Uint8Array, expected: number, h: Homography): Promise<number | undefined> {
    const { window } = this;
    await window.readTo(expected + TIME_REACH);
    this.shrink(picture, this.small);
    warp(this.small, this.smallClip, h, this.seen, window.smallSize);
    let best: { frame: number; score: number } | undefined;
    for (let frame = expected - TIME_REACH; frame <= expected + TIME_REACH; frame++) {
      if (!window.has(frame, this.from)) continue;
      const apart = Math.abs(frame - expected);
      const score = smallCorrelation(window.small(frame), this.seen) - TIME_PENALTY * apart;
      if (best === undefined || score > best.score) best = { frame, score };
    }
    if (best === undefined) return undefined;
    this.shift = Math.max(-12, Math.min(12, this.shift + best.frame - expected));
    return best.frame;
  }
}
