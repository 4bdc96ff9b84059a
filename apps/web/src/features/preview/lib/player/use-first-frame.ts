import { type RefObject, useEffect, useState } from 'react';

/** Maximum seconds between the requested position and the one that the browser seeks to. */
const SEEK_TOLERANCE = 0.5;

/**
 * Returns whether to show the video instead of the poster: after the first frame of playback, or after the
 * visitor seeks.
 *
 * @param startAt start position in seconds; the seek to it does not count as a seek by the visitor
 */
export function useFirstFrame(videoRef: RefObject<HTMLVideoElement | null>, startAt = 0): boolean {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const video = videoRef.current;
    if (!video) return;
    const onPlaying = () => {
      // `playing` fires before the first frame is drawn. Fading out the poster then would show black.
      if (video.requestVideoFrameCallback) video.requestVideoFrameCallback(() => setShown(true));
      else setShown(true);
    };
    const onSeeked = () => {
      if (Math.abs(video.currentTime - startAt) > SEEK_TOLERANCE) setShown(true);
    };
    video.addEventListener('playing', onPlaying);
    video.addEventListener('seeked', onSeeked);
    return () => {
      video.removeEventListener('playing', onPlaying);
      video.removeEventListener('seeked', onSeeked);
    };
  }, [videoRef, startAt]);
  return isShown;
}
