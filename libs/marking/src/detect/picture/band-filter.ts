import type { PictureSize } from '../video/frames.js';
import { BoxFilter } from './box-filter.js';

/** Radius of boxes in pixels, applied twice. What is finer, or coarser, is mostly errors of compression. */
const FINEST = 1;
const COARSEST = 8;

/** Keeps the sizes of detail that show the mark best in a copy of low quality. */
export class BandFilter {
  private readonly box: BoxFilter;
  private readonly coarse: Float32Array;

  constructor(size: PictureSize) {
    this.box = new BoxFilter(size);
    this.coarse = new Float32Array(size.width * size.height);
  }

  /** @param target may be the source */
  write(source: Float32Array, target: Float32Array): void {
    const { coarse } = this;
    this.box.twice(source, coarse, COARSEST);
    this.box.twice(source, target, FINEST);
    for (let at = 0; at < target.length; at++) target[at] = (target[at] as number) - (coarse[at] as number);
  }
}
