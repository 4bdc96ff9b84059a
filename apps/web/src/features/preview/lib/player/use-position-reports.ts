import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Playback position and duration in seconds, or the end of the video. */
export type PositionReport = { readonly seconds: number; readonly duration: number } | 'ended';

const EVENTS = ['timeupdate', 'pause', 'seeking', 'seeked', 'ended'] as const;
/** Events that fire often during playback or while the slider is dragged. */
const FREQUENT_EVENTS: ReadonlySet<string> = new Set(['timeupdate', 'seeking']);
/** Minimum seconds between two positions reported for frequent events. */
const MIN_CHANGE_SECONDS = 1;

/** Reports the playback position after playback first starts, also when the page is hidden or unloaded. */
export function usePositionReports(
  videoRef: RefObject<HTMLVideoElement | null>,
  onPosition: ((position: PositionReport) => void) | undefined,
): void {
  const report = useEffectEvent((position: PositionReport) => onPosition?.(position));

  useEffect(() => {
    const video = videoRef.current;
    if (!video) return;
    let isStarted = false;
    let lastSeconds = Number.NaN;
    const start = () => {
      isStarted = true;
    };
    const update = (event: Event) => {
      // The position of a reattached source is 0 until it has loaded.
      if (!isStarted || video.readyState === HTMLMediaElement.HAVE_NOTHING) return;
      if (video.ended) return report('ended');
      const { currentTime: seconds, duration } = video;
      if (FREQUENT_EVENTS.has(event.type) && Math.abs(seconds - lastSeconds) < MIN_CHANGE_SECONDS) return;
      lastSeconds = seconds;
      report({ seconds, duration });
    };
    video.addEventListener('play', start);
    for (const event of EVENTS) video.addEventListener(event, update);
    addEventListener('pagehide', update);
    document.addEventListener('visibilitychange', update);
    return () => {
      video.removeEventListener('play', start);
      for (const event of EVENTS) video.removeEventListener(event, update);
      removeEventListener('pagehide', update);
      document.removeEventListener('visibilitychange', update);
    };
  }, [videoRef]);
}
