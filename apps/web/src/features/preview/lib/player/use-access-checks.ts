import { type RefObject, useEffect, useEffectEvent } from 'react';
import { checkAccess } from '../../api/viewing.js';
import { type OnAccessLost, reportLostAccess } from '../access-lost.js';
import { playerLimits } from './player-limits.js';

/**
 * Detects lost access of a viewer whose video is paused: every 10 s while the page is visible, when the page becomes
 * visible, and when playback starts. During playback, progress reports detect it (docs/product.md#access).
 *
 * @param trailerId trailer whose playback must not be ended; undefined for the administrator's player
 */
export function useAccessChecks(
  videoRef: RefObject<HTMLVideoElement | null>,
  trailerId: string | undefined,
  onAccessLost: OnAccessLost,
): void {
  const handleAccessLost = useEffectEvent(onAccessLost);

  useEffect(() => {
    const video = videoRef.current;
    if (!video) return;
    const unmount = new AbortController();
    const { signal } = unmount;
    const check = () => {
      checkAccess(trailerId, signal).catch((error: unknown) => {
        // Any other failure is ignored: the next check follows.
        if (!signal.aborted) reportLostAccess(error, handleAccessLost);
      });
    };
    const timer = setInterval(() => {
      if (video.paused && !document.hidden) check();
    }, playerLimits.accessCheckEveryMs);
    const onVisibilityChange = () => {
      if (!document.hidden) check();
    };
    video.addEventListener('play', check, { signal });
    document.addEventListener('visibilitychange', onVisibilityChange, { signal });
    return () => {
      clearInterval(timer);
      unmount.abort();
    };
  }, [videoRef, trailerId]);
}
