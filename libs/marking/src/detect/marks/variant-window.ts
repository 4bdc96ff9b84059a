import type { PictureSize } from '../video/frames.js';
import { shrinker } from '../video/shrink.js';

/** Pictures that are kept. Those of the clip may be found some before or after the expected one. */
const KEPT = 16;

/** The latest pictures of both variants, read side by side. */
export class VariantWindow {
  /** Number of the picture that is read next. */
  next: number;
  readonly smallSize: PictureSize;
  private readonly kept: { first: Uint8Array; second: Uint8Array; small: Float32Array }[];
  private readonly first: AsyncIterator<Uint8Array>;
  private readonly second: AsyncIterator<Uint8Array>;
  private readonly shrink: ReturnType<typeof shrinker>;
  private ended = false;

  /** @param from number of the first picture of both sources */
  constructor(
    private readonly size: PictureSize,
    sources: readonly [first: AsyncIterable<Uint8Array>, second: AsyncIterable<Uint8Array>],
    from: number,
  ) {
    this.next = from;
    this.smallSize = { width: size.width / 4, height: size.height / 4 };
    this.first = sources[0][Symbol.asyncIterator]();
    this.second = sources[1][Symbol.asyncIterator]();
    this.shrink = shrinker(size, this.smallSize);
    const pixels = size.width * size.height;
    this.kept = Array.from({ length: KEPT }, () => ({
      first: new Uint8Array(pixels),
      second: new Uint8Array(pixels),
      small: new Float32Array(pixels / 16),
    }));
  }

  /** Reads on until that picture was read, or the sources end. */
  async readTo(frame: number): Promise<void> {
    while (!this.ended && this.next <= frame) {
      const [a, b] = await Promise.all([this.first.next(), this.second.next()]);
      if (a.done === true || b.done === true) {
        this.ended = true;
        return;
      }
      const slot = this.slot(this.next);
      slot.first.set(a.value);
      slot.second.set(b.value);
      this.shrink(a.value, slot.small);
      this.next++;
    }
  }

  has(frame: number, from: number): boolean {
    return frame >= Math.max(from, this.next - KEPT) && frame < this.next;
  }

  /** A quarter of the width and height, of the first variant. */
  small(frame: number): Float32Array {
    return this.slot(frame).small;
  }

  /** Writes the mean of both variants, and half of the second less the first. */
  load(frame: number, mean: Float32Array, difference: Float32Array): void {
    const { first, second } = this.slot(frame);
    for (let at = 0; at < this.size.width * this.size.height; at++) {
      const a = first[at] as number;
      const b = second[at] as number;
      mean[at] = (a + b) / 2;
      difference[at] = (b - a) / 2;
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.first.return?.(), this.second.return?.()]);
  }

  private slot(frame: number) {
    return this.kept[frame % KEPT] as (typeof this.kept)[number];
  }
}
