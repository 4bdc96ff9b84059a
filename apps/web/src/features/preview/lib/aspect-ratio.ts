import type { CSSProperties } from 'react';

const FALLBACK = 16 / 9;

/** Gives an element the shape of the picture, as `player.css` reads it; 16:9 while that is not known. */
export const ratioStyle = (aspectRatio: number | null | undefined): CSSProperties =>
  ({ '--ratio': aspectRatio ?? FALLBACK }) as CSSProperties;
