import type { default as Sharp } from 'sharp';

/**
 * Loads sharp when the first image needs it: with libvips, it takes 25 MB, and most processes render no image. Uses one
 * thread and no cache: images are rare, and the process shares its memory with all calls.
 */
export async function loadSharp(): Promise<typeof Sharp> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}
