/** Rows of the grid of a landscape picture, and columns of a portrait one. */
const SHORT_SIDE = 270;
/** Maximum length of the long side: that of a picture four times as wide as high. */
const MAX_LONG_SIDE = 1080;

/** Width and height of the grid on which patterns are made, whatever the size of the picture. */
export interface PatternGrid {
  readonly width: number;
  readonly height: number;
}

/** Returns the grid for pictures of a shape. The short side is 270, unless the picture is very long. */
export function patternGrid({ width, height }: { width: number; height: number }): PatternGrid {
  const short = Math.min(width, height);
  const long = Math.max(width, height);
  const longSide = Math.min(MAX_LONG_SIDE, Math.round((SHORT_SIDE * long) / short));
  return width >= height ? { width: longSide, height: SHORT_SIDE } : { width: SHORT_SIDE, height: longSide };
}
