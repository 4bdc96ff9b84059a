import type { GateImageKind } from '@secure-preview/contracts';
import { loadSharp } from '../images/load-sharp.js';
import type { OpenedImage } from '../images/open-image.js';

/** Box of an image in mails, in pixels. Mails show it at half this size, for dense screens. */
const BOXES = { logo: { width: 480, height: 240 }, keyArt: { width: 1200, height: 675 } } as const;
/**
 * Background of the gate, for which logos are made. Mail programs may change the colours around an image, but not those
 * in it.
 */
const BACKGROUND = '#0a0a10';
const MAX_BYTES = 150_000;
/** Qualities of the JPEG, tried until the image is small enough. */
const QUALITIES = [86, 72, 58, 40, 20, 5];
/** Limit of libvips for one step, in seconds. */
const RENDER_SECONDS = 15;

export interface RenderedMailImage {
  readonly content: Buffer;
  readonly contentType: 'image/jpeg';
  readonly width: number;
  readonly height: number;
}

/** Scales an image of the gate down for mails, to at most 150 KB. */
export async function renderMailImage(
  kind: GateImageKind,
  { image }: OpenedImage,
): Promise<RenderedMailImage> {
  const sharp = await loadSharp();
  const { data, info } = await image
    .resize({ ...BOXES[kind], fit: 'inside', withoutEnlargement: true })
    .flatten({ background: BACKGROUND })
    .timeout({ seconds: RENDER_SECONDS })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const encode = (quality: number) =>
    sharp(data, { raw: { width, height, channels } })
      // Letters of a logo keep sharp edges.
      .jpeg({ quality, mozjpeg: true, chromaSubsampling: kind === 'logo' ? '4:4:4' : '4:2:0' })
      .timeout({ seconds: RENDER_SECONDS })
      .toBuffer();
  let content = Buffer.alloc(0);
  for (const quality of QUALITIES) {
    content = await encode(quality);
    if (content.length <= MAX_BYTES) break;
  }
  return { content, contentType: 'image/jpeg', width, height };
}
