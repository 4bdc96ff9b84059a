import type { Readable } from 'node:stream';

/**
 * Splits a stream into pieces of equal length, and drops an incomplete last one. Each piece is overwritten by the next.
 */
export async function* piecesOf(stream: Readable, length: number): AsyncGenerator<Uint8Array> {
  const piece = new Uint8Array(length);
  let filled = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    for (let at = 0; at < chunk.length; ) {
      const taken = Math.min(length - filled, chunk.length - at);
      piece.set(chunk.subarray(at, at + taken), filled);
      filled += taken;
      at += taken;
      if (filled < length) continue;
      filled = 0;
      yield piece;
    }
  }
}
