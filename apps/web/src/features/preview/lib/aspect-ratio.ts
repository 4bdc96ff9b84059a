import type { CSSProperties } from 'react';

const FALLBACK = 16 / 9;

/** Sets the aspect ratio of an element, read by `player.css`; 16:9 while unknown. */
export const ratioStyle = (aspectRatio: number | null | undefined): CSSProperties =>
  ({ '--ratio': aspectRatio ?? FALLBACK }) as CSSProperties;
