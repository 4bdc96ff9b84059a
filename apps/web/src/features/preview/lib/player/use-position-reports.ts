import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Where playback is: seconds of the duration, or its end. */
export type PositionReport = { readonly seconds: number; readonly duration: number } | 'ended';

const EVENTS = ['timeupdate', 'pause', 'seeked', 'ended'] as const;
/** Seconds of the film between two reports while it plays. */
const LEAST_CHANGE = 1;

/** Reports where playback is, from the first start on. */
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
      if (event.type === 'timeupdate' && Math.abs(seconds - reported) < LEAST_CHANGE) return;
      reported = seconds;
      report({ seconds, duration });
    };
    video.addEventListener('play', start);
    for (const event of EVENTS) video.addEventListener(event, update);
    return () => {
      video.removeEventListener('play', start);
      for (const event of EVENTS) video.removeEventListener(event, update);
    };
  }, [videoRef]);
}
