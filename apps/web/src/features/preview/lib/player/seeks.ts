import { type Throttled, throttled } from '../throttled.js';
import { markUsed } from '../tracked-counts.js';
import { playerLimits } from './player-limits.js';

/** Event of a video element: the position for which a paced seek waits has changed. */
export const SEEK_REQUESTED = 'seekrequested';

/** Seeks of one video, of which at most one waits. */
class VideoSeeks {
  /** Position in seconds for which a seek waits. */
  requested: number | undefined;
  private readonly pace: Throttled;

  constructor(private readonly video: HTMLVideoElement) {
    this.pace = throttled(() => this.finish(), playerLimits.pacedSeekEveryMs);
  }

  request(seconds: number): void {
    this.requested = seconds;
    this.pace();
    this.video.dispatchEvent(new Event(SEEK_REQUESTED));
  }

  seek(seconds: number): void {
    this.requested = undefined;
    markUsed(this.video);
    this.video.currentTime = seconds;
  }

  finish(): void {
    const seconds = this.requested;
    this.requested = undefined;
    // A source that is attached anew begins at a position of its own.
    const isAttached = this.video.readyState !== HTMLMediaElement.HAVE_NOTHING;
    if (seconds !== undefined && isAttached) this.seek(seconds);
  }
}

const seeksByVideo = new WeakMap<HTMLVideoElement, VideoSeeks>();

function seeksOf(video: HTMLVideoElement): VideoSeeks {
  const seeks = seeksByVideo.get(video) ?? new VideoSeeks(video);
  seeksByVideo.set(video, seeks);
  return seeks;
}

/** Returns the position of a video in seconds, or the one for which a seek waits. */
export const positionOf = (video: HTMLVideoElement): number =>
  seeksByVideo.get(video)?.requested ?? video.currentTime;

/** Seeks at once. A seek that waits is dropped. */
export const seekNow = (video: HTMLVideoElement, seconds: number): void => seeksOf(video).seek(seconds);

/**
 * Seeks for a dragged slider or a held key: at once, and then at most once in `pacedSeekEveryMs`, always to the latest
 * position. Each seek loads a part of the video, so dragging would download minutes that nobody watches
 * (docs/product.md#flags).
 */
export const seekPaced = (video: HTMLVideoElement, seconds: number): void => seeksOf(video).request(seconds);

/** Makes a seek that waits now: the slider was released. */
export const finishSeek = (video: HTMLVideoElement): void => seeksByVideo.get(video)?.finish();
