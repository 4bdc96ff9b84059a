import { logFailure } from '../../../../lib/log.js';

export const isPlaying = (video: HTMLVideoElement): boolean => !video.paused && !video.ended;

/** Starts playback. A rejection is only logged, because the large play button remains. */
export function play(video: HTMLVideoElement): void {
  video.play().catch((error: unknown) => logFailure('Play failed', error));
}
