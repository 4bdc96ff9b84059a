import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { OnAccessLost } from '../access-lost.js';
import { savePlayedRanges } from '../played-ranges.js';
import { attachSource, type ResumeState } from './video-source.js';

interface SourceOptions {
  onAccessLost: OnAccessLost;
  /** Called when the source fails before its metadata has loaded. */
  onMissing?: (() => void) | undefined;
  /** Start position in seconds; the default is the beginning. */
  startAt?: number | undefined;
}

/**
 * Attaches a playlist to the video element. After a failure, `retry` reattaches it at the same position and
 * resumes playback. The played ranges are preserved.
 */
export function useVideoSource(
  videoRef: RefObject<HTMLVideoElement | null>,
  url: string,
  { onAccessLost, onMissing, startAt }: SourceOptions,
) {
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(false);
  const resume = useRef<ResumeState | undefined>(
    startAt === undefined ? undefined : { time: startAt, playing: false },
  );
  const handleAccessLost = useEffectEvent(onAccessLost);
  const handleMissing = useEffectEvent(() => onMissing?.());

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt reattaches the same URL
  useEffect(() => {
    const video = videoRef.current;
    if (!video) return;
    setFailed(false);
    return attachSource(video, url, {
      resume: resume.current,
      onAccessLost: (reason) => handleAccessLost(reason),
      onError: (resumeState) => {
        resume.current = resumeState;
        setFailed(true);
        if (video.readyState === HTMLMediaElement.HAVE_NOTHING) handleMissing();
      },
    });
  }, [videoRef, url, attempt]);

  const retry = useCallback(() => {
    if (videoRef.current) savePlayedRanges(videoRef.current);
    setAttempt((previous) => previous + 1);
  }, [videoRef]);
  return { failed, retry };
}
