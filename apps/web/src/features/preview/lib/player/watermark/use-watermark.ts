import { type RefObject, useEffect, useState } from 'react';
import { useMessages } from '../../../../../messages/use-messages.js';
import { addWatermarkLoss } from '../../tracked-counts.js';
import { mountWatermark } from './mount-watermark.js';

const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Shows the watermark over the player while it is mounted. Pauses the video while the watermark is hidden. The
 * visitor can start it again afterwards (docs/product.md#player).
 *
 * @returns whether the watermark is visible
 */
export function useWatermark(
  playerRef: RefObject<HTMLElement | null>,
  videoRef: RefObject<HTMLVideoElement | null>,
  lines: readonly string[],
): boolean {
  const [isVisible, setVisible] = useState(true);
  const { locale } = useMessages();
  const text = lines.join('\n');

  useEffect(() => {
    const [player, video] = [playerRef.current, videoRef.current];
    if (!player || !video) return;
    const onLoss = () => addWatermarkLoss(video);
    const options = { locale, onVisibilityChange: setVisible, onLoss, shouldFade: !prefersReducedMotion() };
    return mountWatermark({ player, video }, text.split('\n'), options);
  }, [playerRef, videoRef, text, locale]);

  useEffect(() => {
    const video = videoRef.current;
    if (!video || isVisible) return;
    const pause = () => video.pause();
    pause();
    video.addEventListener('play', pause);
    return () => video.removeEventListener('play', pause);
  }, [videoRef, isVisible]);

  return isVisible;
}
