import { type RefObject, useEffect, useEffectEvent } from 'react';
import { addLastReport } from '../../api/last-report.js';
import { type PlayedSummary, readPlayedSummary } from '../played-summary.js';
import { trackSeeks } from '../tracked-counts.js';
import { trackPlays } from '../tracked-plays.js';
import { playerLimits } from './player-limits.js';
import { type PlayerState, readPlayerState } from './player-state.js';

/**
 * Reports the played ranges regularly during playback (every 5 s; every 9 s with an event stream), on pause and on unmount (docs/product.md#playback).
 * Also reports seeks and losses of the watermark while paused, and when the page is hidden or unloaded, and before Exit ends the session. The end of the video has
 * its own callback.
 */
export function useProgressReports(
  videoRef: RefObject<HTMLVideoElement | null>,
  hasStream: RefObject<boolean>,
  onProgress: (watched: PlayedSummary, player: PlayerState) => Promise<void> | void,
): void {
  const report = useEffectEvent((video: HTMLVideoElement, isLeaving = false) => {
    const watched = readPlayedSummary(video);
    const player = readPlayerState(video);
    const state = isLeaving ? 'closed' : player.state;
    const { ranges, seeks, watermarkLosses } = watched;
    return ranges.length > 0 || seeks || watermarkLosses
      ? onProgress(watched, { ...player, state })
      : undefined;
  });

  useEffect(() => {
    const video = videoRef.current;
    if (!video) return;
    const stopTracking = trackPlays(video);
    const { progressEveryMs, progressWithStreamEveryMs, reportCountsAfterMs } = playerLimits;
    // A pause, or the change of visibility that follows `pagehide`, would open the closed player again.
    let isLeaving = false;
    let countTimer: ReturnType<typeof setTimeout>;
    const stopSeeks = trackSeeks(video, () => {
      clearTimeout(countTimer);
      countTimer = setTimeout(() => {
        if (video.paused && !isLeaving) void report(video);
      }, reportCountsAfterMs);
    });
    let timer: ReturnType<typeof setTimeout>;
    const reportLater = () => {
      timer = setTimeout(
        () => {
          if (!video.paused && !video.ended) void report(video);
          reportLater();
        },
        hasStream.current ? progressWithStreamEveryMs : progressEveryMs,
      );
    };
    reportLater();
    const onPlay = () => {
      isLeaving = false;
    };
    const onPause = () => {
      if (!video.ended && !isLeaving) void report(video);
    };
    const onPageHide = () => {
      isLeaving = true;
      void report(video, true);
    };
    const onVisibilityChange = () => {
      if (document.hidden) void report(video, isLeaving);
      // The browser shows the page again, from its cache of left pages.
      else isLeaving = false;
    };
    const removeLastReport = addLastReport(() => {
      isLeaving = true;
      video.pause();
      return report(video, true);
    });
    video.addEventListener('play', onPlay);
    video.addEventListener('pause', onPause);
    addEventListener('pagehide', onPageHide);
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => {
      clearTimeout(timer);
      clearTimeout(countTimer);
      video.removeEventListener('play', onPlay);
      video.removeEventListener('pause', onPause);
      removeEventListener('pagehide', onPageHide);
      document.removeEventListener('visibilitychange', onVisibilityChange);
      removeLastReport();
      // Sends the report even if the session has ended in another tab.
      void report(video, true);
      stopTracking();
      stopSeeks();
    };
  }, [videoRef, hasStream]);
}
