import { randomBytes } from 'node:crypto';

/**
 * Random bits of one person for one version, bit `k` for segment `k`, lowest bit of a byte first. Bit 0 selects the
 * first variant of a segment, bit 1 the second.
 */
export type Codeword = Uint8Array;

/** Returns a new codeword for a number of segments. */
export const drawCodeword = (segments: number): Codeword => randomBytes(Math.ceil(segments / 8));

/** Returns which variant of a segment the codeword selects. @param segment counts from 0 */
export function variantOf(codeword: Codeword, segment: number): 0 | 1 {
  const byte = codeword[segment >> 3];
  if (byte === undefined) throw new RangeError(`the codeword has no bit for segment ${segment}`);
  return ((byte >> (segment & 7)) & 1) as 0 | 1;
}
