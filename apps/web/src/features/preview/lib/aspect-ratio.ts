import type { CSSProperties } from 'react';

/** Width divided by height while the ratio of a video is unknown. */
export const DEFAULT_RATIO = 16 / 9;

/** Returns the style with an aspect ratio for `player.css`: 16:9 while the ratio is unknown. */
export const ratioStyle = (aspectRatio: number | null | undefined): CSSProperties =>
  ({ '--ratio': aspectRatio ?? DEFAULT_RATIO }) as CSSProperties;
