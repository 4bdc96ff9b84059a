import type { Sharp } from 'sharp';
import { loadSharp } from '../images/load-sharp.js';
import type { OpenedImage } from '../images/open-image.js';
import { requirePosterShape } from './poster.js';

/** Maximum width in pixels; wider posters are scaled down. */
const MAX_WIDTH = 2560;
const QUALITY = 86;
/** Limit of libvips for one image, in seconds. */
const RENDER_SECONDS = 15;

export interface RenderedPoster {
  readonly bytes: Buffer;
  readonly contentType: 'image/webp';
  readonly width: number;
  readonly height: number;
}

async function encode(image: Sharp): Promise<RenderedPoster> {
  const { data, info } = await image
    .autoOrient()
    .resize({ width: MAX_WIDTH, withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .timeout({ seconds: RENDER_SECONDS })
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, contentType: 'image/webp', width: info.width, height: info.height };
}

/** Encodes a frame of any aspect ratio. */
export async function renderImage(image: Buffer): Promise<RenderedPoster> {
  const sharp = await loadSharp();
  return encode(sharp(image));
}

/** Returns the mean of red, green and blue, 0 to 255. */
export async function brightness(image: Buffer): Promise<number> {
  const sharp = await loadSharp();
  const { channels } = await sharp(image).stats();
  return channels.reduce((sum, { mean }) => sum + mean, 0) / channels.length;
}

/**
 * Re-encodes an uploaded image upright, without metadata, and at most 2560 pixels wide.
 *
 * @throws AppError `POSTER_WRONG_SHAPE` unless it is 16:9
 */
export async function renderPoster({ image, width, height }: OpenedImage): Promise<RenderedPoster> {
  requirePosterShape(width, height);
  return encode(image);
}
