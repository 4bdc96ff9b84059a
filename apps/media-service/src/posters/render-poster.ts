import { AppError, limits } from '@secure-preview/contracts';
import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Sharp } from 'sharp';
import { requirePosterShape } from './poster.js';

const ACCEPTED = new Set(['image/jpeg', 'image/png', 'image/webp']);
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

// Uses one thread and no cache: posters are rare, and the process shares its memory with all calls.
sharp.concurrency(1);
sharp.cache(false);

/** EXIF orientations 5 to 8 swap width and height. */
const isRotated = (orientation: number | undefined) => (orientation ?? 1) >= 5;

/** Checks the format by the first bytes. Only three formats may reach libvips. */
async function requireAcceptedFormat(source: Uint8Array): Promise<void> {
  const type = await fileTypeFromBuffer(source);
  if (type === undefined || !ACCEPTED.has(type.mime)) throw new AppError('POSTER_NOT_AN_IMAGE');
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
export function renderImage(image: Buffer): Promise<RenderedPoster> {
  return encode(sharp(image));
}

/** Returns the mean of red, green and blue, 0 to 255. */
export async function brightness(image: Buffer): Promise<number> {
  const { channels } = await sharp(image).stats();
  return channels.reduce((sum, { mean }) => sum + mean, 0) / channels.length;
}

/**
 * Decodes an uploaded image with a limit on its pixels, and re-encodes it upright, without metadata, and at most 2560
 * pixels wide.
 *
 * @throws AppError `POSTER_NOT_AN_IMAGE` for another format, an animated, oversized or corrupt image,
 * `POSTER_WRONG_SHAPE` unless it is 16:9
 */
export async function renderPoster(source: Uint8Array): Promise<RenderedPoster> {
  await requireAcceptedFormat(source);
  try {
    const image = sharp(source, { limitInputPixels: limits.poster.maxPixels, failOn: 'error' });
    const { width, height, orientation, pages } = await image.metadata();
    if ((pages ?? 1) > 1) throw new AppError('POSTER_NOT_AN_IMAGE');
    if (isRotated(orientation)) requirePosterShape(height, width);
    else requirePosterShape(width, height);
    return await encode(image);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('POSTER_NOT_AN_IMAGE', { cause: error });
  }
}
