export interface PictureSize {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

export interface FrameOptions extends PictureSize {
  /** Pictures a second, by repeating or leaving out frames of the file. */
  readonly fps: number;
  /** Seconds of the file to skip. */
  readonly from?: number;
}

/**
 * Streams the grey pictures of a file, stretched to the size: a byte for a pixel, row by row. Picture `n` is that of
 * `from + n / fps` seconds. The buffer may be used again for the next picture. Leaving the loop ends the decoder.
 */
export type Frames = (file: string, options: FrameOptions) => AsyncIterable<Uint8Array>;

/** Highest rate of pictures that the detector works with. */
const HIGHEST_RATE = 30.5;

/** Returns the rate at which pictures of a trailer are compared: its own, or an integer part of it. */
export function comparedRate(fps: number): number {
  return fps / Math.max(1, Math.ceil(fps / HIGHEST_RATE));
}

/** Returns the size with about as many pixels as 640x360 in which features are found. @param aspect width / height */
export const featureSize = (aspect: number): PictureSize => sizeOfArea(640 * 360, aspect);

/** Returns the size with about as many pixels as 480x270 in which the marks are read. @param aspect width / height */
export const markSize = (aspect: number): PictureSize => sizeOfArea(480 * 270, aspect);

/** Sides are multiples of four, so that pictures of half and of a quarter of the size have whole sides. */
function sizeOfArea(area: number, aspect: number): PictureSize {
  const side = (length: number) => Math.max(4, Math.round(length / 4) * 4);
  return { width: side(Math.sqrt(area * aspect)), height: side(Math.sqrt(area / aspect)) };
}
