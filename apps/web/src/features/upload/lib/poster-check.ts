import { limits } from '@secure-preview/contracts';
import { messages } from '../../../messages/index.js';
import { thumbnailOf } from './thumbnail.js';

const t = messages.upload.poster.refused;

export type PosterCheck = { thumbnail: string | undefined } | { refused: string };

/** First bytes of the formats that the server takes, `.` standing for any byte. */
const FORMATS = [/^\xff\xd8\xff/, /^\x89PNG\r\n/, /^RIFF....WEBP/s];

/** Looks at a picture as the server will: format, size in pixels and shape, all before anything is sent. */
export async function checkPoster(file: Blob): Promise<PosterCheck> {
  const start = String.fromCharCode(...new Uint8Array(await file.slice(0, 12).arrayBuffer()));
  if (!FORMATS.some((format) => format.test(start))) {
    return { refused: start.startsWith('GIF8') ? t.gif : t.format };
  }
  const url = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    // As it is shown: turned as its metadata says.
    const { naturalWidth: width, naturalHeight: height } = image;
    const { aspectRatio, aspectTolerance, maxPixels } = limits.poster;
    if (width * height > maxPixels) return { refused: t.tooManyPixels(width, height) };
    if (Math.abs(width / height / aspectRatio - 1) > aspectTolerance) {
      return { refused: t.shape(width, height) };
    }
    return { thumbnail: thumbnailOf(image) };
  } catch {
    return { refused: t.unreadable };
  } finally {
    URL.revokeObjectURL(url);
  }
}
