import { AppError } from '@secure-preview/contracts';
import { isWidescreen } from '../images/open-image.js';

export interface Poster {
  readonly id: string;
  readonly objectKey: string;
  readonly contentType: string;
  readonly width: number;
  readonly height: number;
  /** Whether the poster is a frame of the video. */
  readonly generated: boolean;
}

/** Returns the portal's path of a poster. */
export const posterPath = (id: string): string => `/api/media/posters/${id}`;

/**
 * Checks that an image is 16:9 within 1 % (docs/product.md#objects-and-trailers).
 *
 * @throws AppError `POSTER_WRONG_SHAPE`
 */
export function requirePosterShape(width: number, height: number): void {
  if (isWidescreen(width, height)) return;
  throw new AppError('POSTER_WRONG_SHAPE', { params: { width, height } });
}
