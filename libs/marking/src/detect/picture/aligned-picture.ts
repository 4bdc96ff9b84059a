import { type Homography, invert } from '../geometry/homography.js';
import type { PictureSize } from '../video/frames.js';
import { NO_DATA, warp } from './warp.js';

const CHANNELS = 3;

/**
 * Returns a picture of the trailer as the clip shows it. Is black where the clip shows something else.
 *
 * @param picture three bytes for a pixel, row by row, as is the result
 * @param projection from the trailer's picture to the clip's
 */
export function alignedPicture(
  picture: Uint8Array,
  size: PictureSize,
  projection: Homography,
  clipSize: PictureSize,
): Uint8Array {
  const back = invert(projection);
  const channel = new Uint8Array(size.width * size.height);
  const warped = new Float32Array(clipSize.width * clipSize.height);
  const aligned = new Uint8Array(warped.length * CHANNELS);
  for (let colour = 0; colour < CHANNELS; colour++) {
    for (let at = 0; at < channel.length; at++) channel[at] = picture[at * CHANNELS + colour] as number;
    warp(channel, size, back, warped, clipSize);
    warped.forEach((value, at) => {
      aligned[at * CHANNELS + colour] = value === NO_DATA ? 0 : Math.round(value);
    });
  }
  return aligned;
}
