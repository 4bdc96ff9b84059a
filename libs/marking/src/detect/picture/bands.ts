import type { PictureSize } from '../video/frames.js';
import { BoxFilter } from './box-filter.js';

/** Radii of the box filters, applied twice: standard deviations of about 2 and 7 pixels. */
const FINE_RADIUS = 2;
const COARSE_RADIUS = 8;

/** Splits a picture into two bands of spatial frequency. What is coarser than both is left out. */
export class Bands {
  readonly fine: Float32Array;
  readonly coarse: Float32Array;
  private readonly box: BoxFilter;

  constructor(size: PictureSize) {
    this.fine = new Float32Array(size.width * size.height);
    this.coarse = new Float32Array(size.width * size.height);
    this.box = new BoxFilter(size);
  }

  set(picture: Float32Array): void {
    const { fine, coarse, box } = this;
    box.twice(picture, fine, FINE_RADIUS);
    box.twice(picture, coarse, COARSE_RADIUS);
    for (let at = 0; at < picture.length; at++) {
      const blurred = fine[at] as number;
      fine[at] = (picture[at] as number) - blurred;
      coarse[at] = blurred - (coarse[at] as number);
    }
  }
}
