import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Playback position in seconds with the duration, or the end of the film. */
export type PositionReport = { readonly seconds: number; readonly duration: number } | 'ended';

const EVENTS = ['timeupdate', 'pause', 'seeking', 'seeked', 'ended'] as const;
/** Events that fire often during playback or while the slider is dragged. */
const FREQUENT: ReadonlySet<string> = new Set(['timeupdate', 'seeking']);
/** Seconds of film between two reports of a frequent event. */
const LEAST_CHANGE = 1;

/** Reports the playback position from the first start on, also when the page is hidden or left. */
export function usePositionReports(
  videoRef: RefObject<HTMLVideoElement | null>,
  onPosition: ((position: PositionReport) => void) | undefined,
): void {
  const report = useEffectEvent((position: PositionReport) => onPosition?.(position));

  useEffect(() => {
    const video = videoRef.current;
    if (!video) return;
    let isStarted = false;
    let reported = Number.NaN;
    const start = () => {
      isStarted = true;
    };
    const update = (event: Event) => {
      // A reattached source is at 0 until it has loaded.
      if (!isStarted || video.readyState === HTMLMediaElement.HAVE_NOTHING) return;
      if (video.ended) return report('ended');
      const { currentTime: seconds, duration } = video;
      if (FREQUENT.has(event.type) && Math.abs(seconds - reported) < LEAST_CHANGE) return;
      reported = seconds;
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
