import { FeatureFinder, type Features } from '../geometry/features.js';
import type { OpenCv } from '../geometry/opencv.js';
import { comparedRate, type Frames, featureSize } from '../video/frames.js';
import { ThumbList } from '../video/thumbs.js';

/** Pictures from one thumb of a trailer to the next. */
export const THUMB_STRIDE = 2;

/** What a clip is compared with to find out where it lies in a trailer. Is the same for both variants. */
export interface TrailerIndex {
  /** Width by height of the picture as it is shown. */
  readonly aspect: number;
  /** Pictures a second that are compared. Numbers of pictures below count at this rate. */
  readonly fps: number;
  readonly frames: number;
  /** Thumbs of every `THUMB_STRIDE`th picture, one after the other. */
  readonly thumbs: Uint8Array;
  /** A picture of each second. */
  readonly keys: readonly { readonly frame: number; readonly features: Features }[];
}

/** Makes the index of a trailer. @param trailer either variant; `fps` is the rate of its file */
export async function indexTrailer(
  cv: OpenCv,
  frames: Frames,
  trailer: { readonly file: string; readonly aspect: number; readonly fps: number },
): Promise<TrailerIndex> {
  const { aspect } = trailer;
  const fps = comparedRate(trailer.fps);
  const size = featureSize(aspect);
  const thumbs = new ThumbList(size);
  const keys: TrailerIndex['keys'][number][] = [];
  const finder = new FeatureFinder(cv, size);
  const keyStride = Math.round(fps);
  let frame = 0;
  try {
    for await (const picture of frames(trailer.file, { ...size, fps })) {
      if (frame % THUMB_STRIDE === 0) thumbs.add(picture);
      if (frame % keyStride === keyStride >> 1) keys.push({ frame, features: finder.find(picture) });
      frame++;
    }
  } finally {
    finder.close();
  }
  return { aspect, fps, frames: frame, thumbs: thumbs.all(), keys };
}
