import type { Frames } from '../video/frames.js';
import { THUMB, ThumbList } from '../video/thumbs.js';

/** Seconds between thumbs of a clip. */
const STEP_SECONDS = 0.25;

/** Thumbs of a film, one after the other, at the same distance. */
export interface TimedThumbs {
  readonly thumbs: Uint8Array;
  /** Seconds from one thumb to the next. */
  readonly step: number;
}

export interface ClipThumbs extends TimedThumbs {
  readonly seconds: number;
}

/** Reads the thumbs of a clip. @param fps rate at which the trailer's pictures are compared */
export async function clipThumbs(frames: Frames, file: string, fps: number): Promise<ClipThumbs> {
  const stride = Math.max(1, Math.round(STEP_SECONDS * fps));
  const thumbs = new ThumbList(THUMB);
  let frame = 0;
  for await (const picture of frames(file, { ...THUMB, fps })) {
    if (frame % stride === 0) thumbs.add(picture);
    frame++;
  }
  return { thumbs: thumbs.all(), step: stride / fps, seconds: frame / fps };
}
