import { AppError, type GateImageKind } from '@secure-preview/contracts';
import { isWidescreen, type OpenedImage } from '../images/open-image.js';

/** Box of the stored image, in pixels. Larger images are scaled down. */
const BOXES = { logo: { width: 800, height: 400 }, keyArt: { width: 1920, height: 1920 } } as const;
const QUALITY = 84;
/** Limit of libvips for one image, in seconds. */
const RENDER_SECONDS = 15;

export interface RenderedGateImage {
  readonly bytes: Buffer;
  readonly contentType: 'image/png' | 'image/jpeg';
  readonly width: number;
  readonly height: number;
}

/**
 * Re-encodes an image upright and without metadata: a logo as PNG, which keeps its transparency, and key art as JPEG.
 * Mail programs and link previews support these formats. Not all of them support WebP.
 *
 * @throws AppError `KEY_ART_WRONG_SHAPE` unless key art is 16:9
 */
export async function renderGateImage(
  kind: GateImageKind,
  { image, width, height }: OpenedImage,
): Promise<RenderedGateImage> {
  if (kind === 'keyArt' && !isWidescreen(width, height))
    throw new AppError('KEY_ART_WRONG_SHAPE', { params: { width, height } });
  const upright = image
    .autoOrient()
    .resize({ ...BOXES[kind], fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: RENDER_SECONDS });
  const encoded =
    kind === 'logo'
      ? upright.png({ compressionLevel: 9 })
      : upright.flatten({ background: 'black' }).jpeg({ quality: QUALITY, mozjpeg: true });
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
  const contentType = kind === 'logo' ? 'image/png' : 'image/jpeg';
  return { bytes: data, contentType, width: info.width, height: info.height };
}
