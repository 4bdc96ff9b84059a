import type { PictureSize } from '../video/frames.js';
import { BoxFilter } from './box-filter.js';

/** What the trailer's picture looks like at each pixel: by these, the clip's picture is explained. */
export class PictureFeatures {
  /** How much each pixel counts: little at edges, where a small shift changes much. */
  readonly weight: Float32Array;
  readonly plain: Float32Array;
  readonly detail: Float32Array;
  readonly fine: Float32Array;
  readonly coarse: Float32Array;
  readonly slopeX: Float32Array;
  readonly slopeY: Float32Array;
  private readonly box: BoxFilter;
  private readonly halfBox: BoxFilter;
  private readonly halfSize: PictureSize;
  private readonly fineHalf: Float32Array;
  private readonly coarseHalf: Float32Array;

  /** @param size with even sides */
  constructor(private readonly size: PictureSize) {
    const field = (pixels = size.width * size.height) => new Float32Array(pixels);
    this.weight = field();
    [this.plain, this.detail, this.fine, this.coarse] = [field(), field(), field(), field()];
    [this.slopeX, this.slopeY] = [field(), field()];
    this.halfSize = { width: size.width >> 1, height: size.height >> 1 };
    const half = this.halfSize.width * this.halfSize.height;
    [this.fineHalf, this.coarseHalf] = [field(half), field(half)];
    this.box = new BoxFilter(size);
    this.halfBox = new BoxFilter(this.halfSize);
  }

  /**
   * Sets the trailer's picture: the mean of both variants.
   * @param pictureHalf the same with half of the width and height
   */
  set(picture: Float32Array, pictureHalf: Float32Array): void {
    const { width, height } = this.size;
    const { plain, detail, fine, coarse, slopeX, slopeY, weight, fineHalf, coarseHalf } = this;
    // Box filters, twice, with about the standard deviations 1.2, 3 and 9. The two larger ones at half of the size.
    this.box.twice(picture, detail, 1);
    this.halfBox.twice(pictureHalf, fineHalf, 1);
    this.halfBox.twice(pictureHalf, coarseHalf, 5);
    for (let y = 0; y < height; y++) {
      const inside = y > 0 && y < height - 1;
      const halfRow = (y >> 1) * this.halfSize.width;
      for (let x = 0; x < width; x++) {
        const at = y * width + x;
        const gx =
          inside && x > 0 && x < width - 1
            ? ((detail[at + 1] as number) - (detail[at - 1] as number)) / 2
            : 0;
        const gy = inside ? ((detail[at + width] as number) - (detail[at - width] as number)) / 2 : 0;
        slopeX[at] = gx;
        slopeY[at] = gy;
        weight[at] = 1 / (1 + (gx * gx + gy * gy) / 16);
        const three = fineHalf[halfRow + (x >> 1)] as number;
        fine[at] = (detail[at] as number) - three;
        coarse[at] = three - (coarseHalf[halfRow + (x >> 1)] as number);
        // Around zero, so that the square does not repeat the value.
        plain[at] = ((picture[at] as number) - 128) / 64;
      }
    }
    for (let at = 0; at < detail.length; at++) detail[at] = (picture[at] as number) - (detail[at] as number);
  }
}
