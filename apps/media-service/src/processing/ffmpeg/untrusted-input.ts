import { availableParallelism } from 'node:os';

/** ffmpeg's names of the accepted containers (docs/product.md#objects-and-trailers). */
const DEMUXERS = 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpegts,mpeg,asf,flv,ogg';

/** Maximum pixels of a frame, which limits the memory of the decoder. */
export const MAX_PIXELS = 8192 * 4352;

/** Maximum number of decoding threads. Each keeps its own frames in memory. */
export const WORKING_THREADS = Math.min(8, availableParallelism());

/**
 * Returns arguments that open only the upload. Scripts and playlists such as ffconcat are not accepted, and no format
 * can use another protocol. The limits of pixels and threads bound the memory.
 */
export function untrustedInput(file: string): string[] {
  const limits = ['-max_pixels', String(MAX_PIXELS), '-threads', String(WORKING_THREADS)];
  return ['-protocol_whitelist', 'file', '-format_whitelist', DEMUXERS, ...limits, '-i', `file:${file}`];
}
