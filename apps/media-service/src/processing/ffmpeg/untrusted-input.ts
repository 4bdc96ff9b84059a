import { availableParallelism } from 'node:os';

/** ffmpeg's names of the containers that are accepted (docs/product.md#objects-and-trailers). */
const DEMUXERS = 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpegts,mpeg,asf,flv,ogg';

/** Pixels of one picture, 8192×4352: more would take memory that no trailer needs. */
export const MAX_PIXELS = 8192 * 4352;

/** Each decoding thread keeps pictures of its own, of which the memory holds so many. */
export const WORKING_THREADS = Math.min(8, availableParallelism());

/**
 * Arguments that open an upload and nothing else: a text file that says ffconcat, or a playlist, is no known format,
 * no format can reach beyond the file protocol, and no picture is decoded that would fill the memory, nor by so many threads.
 */
export function untrustedInput(file: string): string[] {
  const limits = ['-max_pixels', String(MAX_PIXELS), '-threads', String(WORKING_THREADS)];
  return ['-protocol_whitelist', 'file', '-format_whitelist', DEMUXERS, ...limits, '-i', `file:${file}`];
}
