import { createCipheriv, createHmac } from 'node:crypto';

/** Bytes of the key of a trailer's patterns. */
export const PATTERN_KEY_BYTES = 32;

/** Returns 32 bytes that depend on the key, the purpose and the segment, and tell nothing about the others. */
function derive(key: Uint8Array, purpose: string, segment: number): Buffer {
  return createHmac('sha256', key).update(`${purpose} ${segment}`).digest();
}

/** Returns pseudorandom bytes of a segment: the key stream of AES-256 in counter mode (NIST SP 800-38A, 6.5). */
export function noiseBytes(key: Uint8Array, segment: number, zeros: Uint8Array): Uint8Array {
  const counter = Buffer.alloc(16);
  return createCipheriv('aes-256-ctr', derive(key, 'pattern', segment), counter).update(zeros);
}

/**
 * Returns whether the first variant of a segment is the picture with the pattern added, and the second the one with the
 * pattern subtracted; false for the opposite. The order is the same in all renditions.
 *
 * @param segment counts from 0
 */
export function addsPatternFirst(key: Uint8Array, segment: number): boolean {
  return ((derive(key, 'order', segment)[0] as number) & 1) === 0;
}
