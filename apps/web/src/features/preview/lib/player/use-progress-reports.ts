import { type RefObject, useEffect, useEffectEvent } from 'react';
import { addLastReport } from '../../api/last-report.js';
import { type PlayedSummary, readPlayedSummary } from '../played-summary.js';
import { trackPlays } from '../tracked-plays.js';
import { playerLimits } from './player-limits.js';

/**
 * Reports the played ranges every 5 s during playback, on pause and on unmount (docs/product.md#playback).
 * Also reports when the page is hidden or unloaded, and before Exit ends the session. The end of the video has
 * its own callback.
 */
export function useProgressReports(
  videoRef: RefObject<HTMLVideoElement | null>,
  onProgress: (watched: PlayedSummary) => Promise<void> | void,
): void {
  const report = useEffectEvent((video: HTMLVideoElement) => {
    const watched = readPlayedSummary(video);
    return watched.ranges.length > 0 ? onProgress(watched) : undefined;
  });

  useEffect(() => {
    const video = videoRef.current;
    if (!video) return;
    const stopTracking = trackPlays(video);
    const timer = setInterval(() => {
      if (!video.paused && !video.ended) void report(video);
    }, playerLimits.progressEveryMs);
    const onPause = () => {
      if (!video.ended) void report(video);
    };
    const onPageHide = () => void report(video);
    const onVisibilityChange = () => {
      if (document.hidden) void report(video);
    };
    const removeLastReport = addLastReport(() => {
      video.pause();
      return report(video);
    });
    video.addEventListener('pause', onPause);
    addEventListener('pagehide', onPageHide);
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => {
      clearInterval(timer);
      video.removeEventListener('pause', onPause);
      removeEventListener('pagehide', onPageHide);
      document.removeEventListener('visibilitychange', onVisibilityChange);
      removeLastReport();
      // Sends the report even if the session has ended in another tab.
      void report(video);
      stopTracking();
    };
  }, [videoRef]);
}
