import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { keepPlayedRanges } from '../played.js';
import { attachSource, type Resume } from './video-source.js';

interface SourceOptions {
  onUnauthorized: () => void;
  /** Called when the source fails before any of it has loaded. */
  onMissing?: (() => void) | undefined;
  /** Seconds at which playback starts; default is the beginning. */
  startAt?: number | undefined;
}

/**
 * Keeps a playlist attached to the video element. After a failure `retry` reattaches it at the same position,
 * resumes playback if it was playing, and keeps what was watched.
 */
export function useVideoSource(
  videoRef: RefObject<HTMLVideoElement | null>,
  url: string,
  { onUnauthorized, onMissing, startAt }: SourceOptions,
) {
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(false);
  const resume = useRef<Resume | undefined>(
    startAt === undefined ? undefined : { time: startAt, playing: false },
  );
  const tellUnauthorized = useEffectEvent(onUnauthorized);
  const tellMissing = useEffectEvent(() => onMissing?.());

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt attaches the same address again
  useEffect(() => {
    const video = videoRef.current;
    if (!video) return;
    setFailed(false);
    return attachSource(video, url, {
      resume: resume.current,
      onUnauthorized: () => tellUnauthorized(),
      onError: (interrupted) => {
        resume.current = interrupted;
        setFailed(true);
        if (video.readyState === HTMLMediaElement.HAVE_NOTHING) tellMissing();
      },
    });
  }, [videoRef, url, attempt]);

  const retry = useCallback(() => {
    if (videoRef.current) keepPlayedRanges(videoRef.current);
    setAttempt((count) => count + 1);
  }, [videoRef]);
  return { failed, retry };
}
