import { type RefObject, useEffect, useState } from 'react';

/** Seconds by which a browser may miss the requested position. */
const SEEK_TOLERANCE = 0.5;

/**
 * Returns whether to show a frame in place of the poster. True from the first frame drawn during playback, or
 * once the visitor has chosen another position.
 *
 * @param startAt seconds; reaching this position is not the visitor's choice
 */
export function useFirstFrame(videoRef: RefObject<HTMLVideoElement | null>, startAt = 0): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const video = videoRef.current;
    if (!video) return;
    const onPlaying = () => {
      // `playing` fires before the first frame is drawn; fading at that point would show black.
      if (video.requestVideoFrameCallback) video.requestVideoFrameCallback(() => setSeen(true));
      else setSeen(true);
    };
    const onSeeked = () => {
      if (Math.abs(video.currentTime - startAt) > SEEK_TOLERANCE) setSeen(true);
    };
    video.addEventListener('playing', onPlaying);
    video.addEventListener('seeked', onSeeked);
    return () => {
      video.removeEventListener('playing', onPlaying);
      video.removeEventListener('seeked', onSeeked);
    };
  }, [videoRef, startAt]);
  return isSeen;
}
