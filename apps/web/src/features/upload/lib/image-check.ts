import { limits } from '@secure-preview/contracts';
import type { AllMessages } from '../../../messages/upload-page/use-upload-page-messages.js';
import { thumbnailOf } from './thumbnail.js';

export type ImageCheck = { thumbnail: string | undefined } | { refused: string };

/** First bytes of the formats that the server accepts; `.` is any byte. */
const FORMATS = [/^\xff\xd8\xff/, /^\x89PNG\r\n/, /^RIFF....WEBP/s];

/**
 * Checks a picture by the rules of the server before the upload: format, size in pixels and, for 16:9, the aspect ratio.
 */
export async function checkImage(
  file: Blob,
  t: AllMessages['upload']['poster']['refused'],
  { isWidescreen = true }: { isWidescreen?: boolean } = {},
): Promise<ImageCheck> {
  const start = String.fromCharCode(...new Uint8Array(await file.slice(0, 12).arrayBuffer()));
  if (!FORMATS.some((format) => format.test(start))) {
    return { refused: start.startsWith('GIF8') ? t.gif : t.format };
  }
  const url = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    // Displayed size, after the rotation in its metadata.
    const { naturalWidth: width, naturalHeight: height } = image;
    const { aspectRatio, aspectTolerance, maxPixels } = limits.poster;
    if (width * height > maxPixels) return { refused: t.tooManyPixels(width, height) };
    if (isWidescreen && Math.abs(width / height / aspectRatio - 1) > aspectTolerance) {
      return { refused: t.shape(width, height) };
    }
    return { thumbnail: thumbnailOf(image) };
  } catch {
    return { refused: t.unreadable };
  } finally {
    URL.revokeObjectURL(url);
  }
}
