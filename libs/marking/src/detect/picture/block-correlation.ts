/** Looked up once: globals are slow in tests. */
const { max, min } = Math;

/**
 * Variance of the noise that is assumed at least, in squared grey levels. It is large because blocks with little noise
 * are those whose changes the encoder left out, with the mark.
 */
const LEAST_NOISE = 3;
/** Variance of the trailer's picture below which it explains little. */
const LEAST_DETAIL = 0.05;

/** Pixels of a part of a picture. */
export interface Block {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Pictures of one band, of one size. */
export interface BandPictures {
  /** What is left of the clip's picture. */
  readonly rest: Float32Array;
  /** The same of the picture before, as `correlateBlock` left it. */
  readonly previous: Float32Array;
  /** Half of the second variant less the first. */
  readonly difference: Float32Array;
  /** The mean of both variants. */
  readonly reference: Float32Array;
  /** How much each pixel counts. */
  readonly weight: Float32Array;
  readonly width: number;
}

/**
 * Correlates what is new in the rest with the difference of the variants, and divides by the variance of the rest. First
 * subtracts from the rest what the trailer's picture explains in this block: an encoder loses other detail in each.
 * Then leaves out what the picture before predicts: an encoder keeps its errors, and the mark of an earlier segment.
 *
 * @param moved pixels from one of the block to where its content was in the picture before
 */
export function correlateBlock(pictures: BandPictures, block: Block, moved: number): number {
  const { rest, previous, difference, reference, weight, width } = pictures;
  const gain = referenceGain(pictures, block);
  let [weights, products, oldProducts] = [0, 0, 0];
  let [squares, oldSquares, both] = [0, 0, 0];
  for (let y = block.top; y < block.bottom; y++) {
    for (let at = y * width + block.left; at < y * width + block.right; at++) {
      const w = weight[at] as number;
      const now = (rest[at] as number) - gain * (reference[at] as number);
      const before = previous[at + moved] as number;
      const expected = w * (difference[at] as number);
      rest[at] = now;
      weights += w;
      products += expected * now;
      oldProducts += expected * before;
      squares += w * now * now;
      oldSquares += w * before * before;
      both += w * now * before;
    }
  }
  if (weights === 0) return 0;
  const kept = oldSquares > 0 ? max(0, min(1, both / oldSquares)) : 0;
  return (products - kept * oldProducts) / (squares / weights + LEAST_NOISE);
}

/** Returns how much of the trailer's picture is in the rest. */
function referenceGain({ rest, reference, weight, width }: BandPictures, block: Block): number {
  let [weights, detail, products] = [0, 0, 0];
  for (let y = block.top; y < block.bottom; y++) {
    for (let at = y * width + block.left; at < y * width + block.right; at++) {
      const weighted = (weight[at] as number) * (reference[at] as number);
      weights += weight[at] as number;
      detail += weighted * (reference[at] as number);
      products += weighted * (rest[at] as number);
    }
  }
  return weights === 0 ? 0 : products / (detail + LEAST_DETAIL * weights);
}
