import { type RefObject, useEffect, useEffectEvent } from 'react';
import { playerLimits } from '../../../../lib/constants.js';
import { addLastReport } from '../../api/last-report.js';
import { type PlayedSummary, playedSummaryOf } from '../played-summary.js';

/**
 * Reports what was watched, so that a closed tab loses at most 10 s (docs/product.md#playback). Reports every
 * 10 s during playback, on pause and on unmount. Also reports when the page is hidden or left, and before
 * Exit ends the session. The end of the film has its own callback.
 */
export function useProgressReports(
  videoRef: RefObject<HTMLVideoElement | null>,
  onProgress: (watched: PlayedSummary) => Promise<void> | void,
): void {
  const report = useEffectEvent((video: HTMLVideoElement) => {
    const watched = playedSummaryOf(video);
    return watched.ranges.length > 0 ? onProgress(watched) : undefined;
  });

  useEffect(() => {
    const video = videoRef.current;
    if (!video) return;
    const whilePlaying = setInterval(() => {
      if (!video.paused && !video.ended) void report(video);
    }, playerLimits.progressEveryMs);
    const onPause = () => {
      if (!video.ended) void report(video);
    };
    const onLeave = () => void report(video);
    const onVisibility = () => {
      if (document.hidden) void report(video);
    };
    const removeLastReport = addLastReport(() => {
      video.pause();
      return report(video);
    });
    video.addEventListener('pause', onPause);
    addEventListener('pagehide', onLeave);
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      clearInterval(whilePlaying);
      video.removeEventListener('pause', onPause);
      removeEventListener('pagehide', onLeave);
      document.removeEventListener('visibilitychange', onVisibility);
      removeLastReport();
      // The session may have ended elsewhere; what was played is still reported.
      void report(video);
    };
  }, [videoRef]);
}
