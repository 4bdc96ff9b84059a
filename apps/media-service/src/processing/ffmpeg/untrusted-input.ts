import { availableParallelism } from 'node:os';

/** ffmpeg's names of the containers that are accepted (docs/product.md#objects-and-trailers). */
const DEMUXERS = 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpegts,mpeg,asf,flv,ogg';

/** Pixels of one picture, 8192×4352. More would take memory that no trailer needs. */
export const MAX_PIXELS = 8192 * 4352;

/** Maximum number of decoding threads. Each keeps its own pictures in memory. */
export const WORKING_THREADS = Math.min(8, availableParallelism());

/**
 * Returns arguments that open an upload and nothing else. A text file such as an ffconcat script or a
 * playlist is not an accepted format. No format can reach beyond the file protocol. The limits on picture
 * size and threads bound the memory.
 */
export function untrustedInput(file: string): string[] {
  const limits = ['-max_pixels', String(MAX_PIXELS), '-threads', String(WORKING_THREADS)];
  return ['-protocol_whitelist', 'file', '-format_whitelist', DEMUXERS, ...limits, '-i', `file:${file}`];
}
