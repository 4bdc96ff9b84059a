import { type RefObject, useEffect, useEffectEvent } from 'react';
import { playerLimits } from '../../../../lib/constants.js';
import { addLastReport } from '../last-report.js';
import { type PlayedSummary, playedSummaryOf } from '../played-summary.js';

/**
 * Reports what was watched every 10 s while playing, on pause, when the page is hidden or left, when the player goes and
 * before Exit ends the session, so that a closed tab loses at most 10 s (docs/product.md#playback). The end has a callback
 * of its own.
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
      // Somebody else may have ended the session; what was played is reported all the same.
      void report(video);
    };
  }, [videoRef]);
}
