import { limits } from '@secure-preview/contracts';
import { fileTypeFromBuffer } from 'file-type';
import type { Sharp } from 'sharp';
import { loadSharp } from './load-sharp.js';

const ACCEPTED = new Set(['image/jpeg', 'image/png', 'image/webp']);

/** Error for another format, and for an animated, oversized or corrupt image. */
export class InvalidImageError extends Error {
  constructor(options?: ErrorOptions) {
    super('not an image that the portal accepts', options);
    this.name = 'InvalidImageError';
  }
}

export interface OpenedImage {
  /** The image, which is not decoded yet. */
  readonly image: Sharp;
  /** Width in pixels of the upright image. */
  readonly width: number;
  readonly height: number;
}

/** EXIF orientations 5 to 8 swap width and height. */
const isRotated = (orientation: number | undefined) => (orientation ?? 1) >= 5;

/** Checks the format by the first bytes. Only three formats may reach libvips. */
async function requireAcceptedFormat(source: Uint8Array): Promise<void> {
  const type = await fileTypeFromBuffer(source);
  if (type === undefined || !ACCEPTED.has(type.mime)) throw new InvalidImageError();
}

/** Opens an uploaded image with a limit on its pixels. @throws InvalidImageError */
export async function openImage(source: Uint8Array): Promise<OpenedImage> {
  await requireAcceptedFormat(source);
  const sharp = await loadSharp();
  const image = sharp(source, { limitInputPixels: limits.poster.maxPixels, failOn: 'error' });
  const { width, height, orientation, pages } = await image.metadata();
  if ((pages ?? 1) > 1) throw new InvalidImageError();
  return isRotated(orientation) ? { image, width: height, height: width } : { image, width, height };
}

/** Returns whether an image is 16:9 within 1 % (docs/product.md#objects-and-trailers). */
export function isWidescreen(width: number, height: number): boolean {
  const { aspectRatio, aspectTolerance } = limits.poster;
  return Math.abs(width / height / aspectRatio - 1) <= aspectTolerance;
}
