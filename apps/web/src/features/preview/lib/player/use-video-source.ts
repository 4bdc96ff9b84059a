import { type RefObject, useCallback, useEffect, useEffectEvent, useState } from 'react';
import { attachSource } from './video-source.js';

/** Keeps a playlist attached to the video element; `retry` attaches it anew after a failure. */
export function useVideoSource(
  videoRef: RefObject<HTMLVideoElement | null>,
  url: string,
  onUnauthorized: () => void,
) {
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(false);
  const tellUnauthorized = useEffectEvent(onUnauthorized);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt attaches the same address again
  useEffect(() => {
    const video = videoRef.current;
    if (!video) return;
    setFailed(false);
    return attachSource(video, url, {
      onUnauthorized: () => tellUnauthorized(),
      onError: () => setFailed(true),
    });
  }, [videoRef, url, attempt]);

  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return { failed, retry };
}
