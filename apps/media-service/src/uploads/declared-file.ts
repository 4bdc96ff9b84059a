import { AppError, type DeclaredFile, leakLimits, limits } from '@secure-preview/contracts';
import type { UploadKind } from './upload-ticket.js';

const gateImage = {
  types: /^image\/(jpe?g|png|webp)$/,
  wrongType: 'NOT_AN_IMAGE',
  maxBytes: limits.poster.maxBytes,
  tooLarge: 'IMAGE_TOO_LARGE',
} as const;

const rules = {
  video: {
    types: /^video\//,
    wrongType: 'NOT_A_VIDEO',
    maxBytes: limits.video.maxBytes,
    tooLarge: 'VIDEO_TOO_LARGE',
  },
  poster: {
    types: /^image\/(jpe?g|png|webp)$/,
    wrongType: 'POSTER_NOT_AN_IMAGE',
    maxBytes: limits.poster.maxBytes,
    tooLarge: 'POSTER_TOO_LARGE',
  },
  logo: gateImage,
  keyArt: gateImage,
  clip: {
    types: /^video\//,
    wrongType: 'NOT_A_VIDEO',
    maxBytes: leakLimits.clip.maxBytes,
    tooLarge: 'VIDEO_TOO_LARGE',
  },
} as const;

/**
 * Rejects a file before its upload, by the size and type that the browser declares. The content is checked after the
 * upload.
 *
 * @throws AppError `VIDEO_TOO_LARGE`, `NOT_A_VIDEO`, `POSTER_TOO_LARGE`, `POSTER_NOT_AN_IMAGE`, `IMAGE_TOO_LARGE`,
 * `NOT_AN_IMAGE`
 */
export function assertAcceptable(kind: UploadKind, { size, type }: DeclaredFile): void {
  const { types, wrongType, maxBytes, tooLarge } = rules[kind];
  if (size !== undefined && size > maxBytes) throw new AppError(tooLarge, { params: { maxBytes } });
  if (type !== undefined && !types.test(type.toLowerCase())) throw new AppError(wrongType);
}
