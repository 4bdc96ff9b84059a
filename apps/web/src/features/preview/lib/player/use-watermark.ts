import { type RefObject, useEffect } from 'react';
import { keepWatermark } from './watermark.js';

/** Keeps the watermark over the player for as long as it is shown. */
export function useWatermark(playerRef: RefObject<HTMLElement | null>, lines: readonly string[]): void {
  const text = lines.join('\n');
  useEffect(() => {
    const player = playerRef.current;
    return player ? keepWatermark(player, text.split('\n')) : undefined;
  }, [playerRef, text]);
}
