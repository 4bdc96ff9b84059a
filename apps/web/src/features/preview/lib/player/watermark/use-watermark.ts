import { type RefObject, useEffect, useState } from 'react';
import { useMessages } from '../../../../../messages/use-messages.js';
import { keepWatermark } from './keep-watermark.js';

const reducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Keeps the watermark over the player while it is mounted. If it cannot be kept, the video pauses; it
 * continues when the visitor starts it again (docs/product.md#player).
 *
 * @returns whether the mark is kept
 */
export function useWatermark(
  playerRef: RefObject<HTMLElement | null>,
  videoRef: RefObject<HTMLVideoElement | null>,
  lines: readonly string[],
): boolean {
  const [kept, setKept] = useState(true);
  const { locale } = useMessages();
  const text = lines.join('\n');

  useEffect(() => {
    const [host, video] = [playerRef.current, videoRef.current];
    if (!host || !video) return;
    const options = { locale, onKept: setKept, fading: !reducedMotion() };
    return keepWatermark({ host, video }, text.split('\n'), options);
  }, [playerRef, videoRef, text, locale]);

  useEffect(() => {
    const video = videoRef.current;
    if (!video || kept) return;
    const stop = () => video.pause();
    stop();
    video.addEventListener('play', stop);
    return () => video.removeEventListener('play', stop);
  }, [videoRef, kept]);

  return kept;
}
