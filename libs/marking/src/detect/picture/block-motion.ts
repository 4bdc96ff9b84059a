import type { Block } from './block-correlation.js';

/** Pixels that a block is looked for each way. */
const REACH = 4;
/** Squared grey levels for each pixel by which a moved block must agree better than one that stays. */
const STAY = 0.05;

/** Finds where the parts of a picture were in the picture before. Looks at a quarter of the pixels. */
export class BlockMotion {
  private previous: Float32Array;
  private current: Float32Array;

  constructor(private readonly size: { readonly width: number; readonly height: number }) {
    this.previous = new Float32Array(size.width * size.height);
    this.current = new Float32Array(size.width * size.height);
  }

  /** Sets the next picture: the sum of both bands. */
  next(fine: Float32Array, coarse: Float32Array): void {
    [this.previous, this.current] = [this.current, this.previous];
    for (let at = 0; at < fine.length; at++) this.current[at] = (fine[at] as number) + (coarse[at] as number);
  }

  /** Returns how far behind a pixel of the block its content was in the picture before, counted row by row. */
  offset(block: Block): number {
    const { width, height } = this.size;
    let offset = 0;
    let least = this.distance(block, 0, Number.POSITIVE_INFINITY);
    least -= (STAY * (block.right - block.left) * (block.bottom - block.top)) / 4;
    const [left, right] = [Math.max(-REACH, -block.left), Math.min(REACH, width - block.right)];
    const [up, down] = [Math.max(-REACH, -block.top), Math.min(REACH, height - block.bottom)];
    for (let y = up; y <= down; y++) {
      for (let x = left; x <= right; x++) {
        const moved = y * width + x;
        const distance = moved === 0 ? least : this.distance(block, moved, least);
        if (distance >= least) continue;
        least = distance;
        offset = moved;
      }
    }
    return offset;
  }

  /** Returns the sum of squared differences, or more than the limit. */
  private distance({ left, right, top, bottom }: Block, moved: number, limit: number): number {
    const { current, previous } = this;
    const { width } = this.size;
    let sum = 0;
    for (let y = top; y < bottom && sum < limit; y += 2) {
      for (let at = y * width + left; at < y * width + right; at += 2) {
        const apart = (current[at] as number) - (previous[at + moved] as number);
        sum += apart * apart;
      }
    }
    return sum;
  }
}
