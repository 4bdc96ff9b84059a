import { type RefObject, useEffect, useEffectEvent } from 'react';
import { playerLimits } from '../../../../lib/constants.js';
import { type Watched, watchedOf } from '../watched.js';

/**
 * Reports what was watched every 10 s while playing, on pause, and when the page is hidden or left, so that a closed
 * tab loses at most 10 s (product.md, "Playback"). The end has a callback of its own.
 */
export function useProgressReports(
  videoRef: RefObject<HTMLVideoElement | null>,
  onProgress: (watched: Watched) => void,
): void {
  const report = useEffectEvent((video: HTMLVideoElement) => {
    const watched = watchedOf(video);
    if (watched.ranges.length > 0) onProgress(watched);
  });

  useEffect(() => {
    const video = videoRef.current;
    if (!video) return;
    const whilePlaying = setInterval(() => {
      if (!video.paused && !video.ended) report(video);
    }, playerLimits.progressEveryMs);
    const onPause = () => {
      if (!video.ended) report(video);
    };
    const onLeave = () => report(video);
    const onVisibility = () => {
      if (document.hidden) report(video);
    };
    video.addEventListener('pause', onPause);
    addEventListener('pagehide', onLeave);
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      clearInterval(whilePlaying);
      video.removeEventListener('pause', onPause);
      removeEventListener('pagehide', onLeave);
      document.removeEventListener('visibilitychange', onVisibility);
    };
  }, [videoRef]);
}
