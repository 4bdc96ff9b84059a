import type { PictureSize } from './frames.js';
import { shrinker } from './shrink.js';

/** Size of the pictures that are searched in time. Any shape is stretched to it. */
export const THUMB: PictureSize = { width: 64, height: 36 };
export const THUMB_PIXELS = THUMB.width * THUMB.height;

/** Thumbs of pictures that follow each other, in one array that grows. */
export class ThumbList {
  private bytes = new Uint8Array(256 * THUMB_PIXELS);
  private length = 0;
  private readonly shrink: ReturnType<typeof shrinker>;

  constructor(size: PictureSize) {
    this.shrink = shrinker(size, THUMB);
  }

  get count(): number {
    return this.length;
  }

  add(picture: Uint8Array): void {
    if ((this.length + 1) * THUMB_PIXELS > this.bytes.length) {
      const larger = new Uint8Array(this.bytes.length * 2);
      larger.set(this.bytes);
      this.bytes = larger;
    }
    this.shrink(picture, this.bytes.subarray(this.length * THUMB_PIXELS, (this.length + 1) * THUMB_PIXELS));
    this.length++;
  }

  /** Returns a copy of all thumbs, one after the other. */
  all(): Uint8Array {
    return this.bytes.slice(0, this.length * THUMB_PIXELS);
  }
}
