/** Width that is sharp on a card. A thumbnail then takes about 30 KB. */
const WIDTH_PIXELS = 640;
const QUALITY = 0.8;

/** Draws a small copy of a picture as a data URL; undefined without canvas support. */
export function thumbnailOf(image: HTMLImageElement | HTMLVideoElement): string | undefined {
  const [width, height] =
    image instanceof HTMLVideoElement
      ? [image.videoWidth, image.videoHeight]
      : [image.naturalWidth, image.naturalHeight];
  const canvas = document.createElement('canvas');
  canvas.width = Math.min(WIDTH_PIXELS, width);
  canvas.height = Math.round((canvas.width * height) / width);
  const context = canvas.getContext('2d');
  context?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return context ? canvas.toDataURL('image/jpeg', QUALITY) : undefined;
}
