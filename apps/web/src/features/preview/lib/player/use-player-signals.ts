import { type RefObject, useEffect, useEffectEvent } from 'react';
import { throttled } from '../throttled.js';
import { playerLimits } from './player-limits.js';
import { type PlayerState, readPlayerState } from './player-state.js';

/** Events after which no watch report follows at once. */
const EVENTS = ['playing', 'seeked'] as const;

/**
 * Reports the state of the player between watch reports, once it has played: on start and seek, when the page becomes
 * visible, and regularly while the video is paused and the page visible (docs/product.md#live).
 */
export function usePlayerSignals(
  videoRef: RefObject<HTMLVideoElement | null>,
  onSignal: ((player: PlayerState) => void) | undefined,
): void {
  const send = useEffectEvent((video: HTMLVideoElement) => onSignal?.(readPlayerState(video)));

  useEffect(() => {
    const video = videoRef.current;
    if (!video) return;
    let hasPlayed = false;
    const signal = throttled(() => {
      // The position of a reattached source is 0 until it has loaded.
      if (hasPlayed && video.readyState !== HTMLMediaElement.HAVE_NOTHING) send(video);
    }, playerLimits.signalEveryMs);
    const markPlayed = () => {
      hasPlayed = true;
    };
    const timer = setInterval(() => {
      if (video.paused && !document.hidden) signal();
    }, playerLimits.pausedSignalEveryMs);
    const onVisibilityChange = () => {
      if (!document.hidden) signal();
    };
    video.addEventListener('play', markPlayed);
    for (const event of EVENTS) video.addEventListener(event, signal);
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => {
      signal.cancel();
      clearInterval(timer);
      video.removeEventListener('play', markPlayed);
      for (const event of EVENTS) video.removeEventListener(event, signal);
      document.removeEventListener('visibilitychange', onVisibilityChange);
    };
  }, [videoRef]);
}
