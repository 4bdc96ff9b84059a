import type { MailImage } from '../../database/outbox/mail-image.queries.js';

/** Images of a mail. A mail is complete without them. */
export interface MailImages {
  readonly logo?: MailImage | undefined;
  readonly keyArt?: MailImage | undefined;
}

/** An image in the HTML of a mail. */
interface ShownImage {
  readonly src: string;
  /** Size in CSS pixels. */
  readonly width: number;
  readonly height: number;
}

export interface ShownImages {
  readonly logo?: ShownImage | undefined;
  readonly keyArt?: ShownImage | undefined;
}

/** Largest size in CSS pixels. The images have up to twice as many pixels, for dense screens. */
const BOXES = { logo: { width: 240, height: 96 }, keyArt: { width: 560, height: 560 } };

function shownImage(
  image: MailImage | undefined,
  box: { width: number; height: number },
  srcOf: (image: MailImage) => string,
): ShownImage | undefined {
  if (image === undefined) return undefined;
  const scale = Math.min(1, box.width / image.width, box.height / image.height);
  const pixels = (size: number) => Math.max(1, Math.round(size * scale));
  return { src: srcOf(image), width: pixels(image.width), height: pixels(image.height) };
}

/** Returns how a mail shows its images. @param srcOf returns the URL of an image */
export const shownImages = (
  { logo, keyArt }: MailImages,
  srcOf: (image: MailImage) => string,
): ShownImages => ({
  logo: shownImage(logo, BOXES.logo, srcOf),
  keyArt: shownImage(keyArt, BOXES.keyArt, srcOf),
});
