import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Where playback is: seconds of the duration, or its end. */
export type PositionReport = { readonly seconds: number; readonly duration: number } | 'ended';

const EVENTS = ['timeupdate', 'pause', 'seeking', 'seeked', 'ended'] as const;
/** Events that come in numbers while the film plays or the slider is drawn. */
const FREQUENT: ReadonlySet<string> = new Set(['timeupdate', 'seeking']);
/** Seconds of the film between two reports of a frequent event. */
const LEAST_CHANGE = 1;

/** Reports where playback is, from the first start on, also when the page is hidden or left. */
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
      // A source that is attached anew stands at 0 until it has arrived.
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
