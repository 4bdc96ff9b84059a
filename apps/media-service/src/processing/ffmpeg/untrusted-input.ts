import { availableParallelism } from 'node:os';
import { limits } from '@secure-preview/contracts';
import { options } from './options.js';

/** ffmpeg's names of the containers that are accepted (docs/product.md#objects-and-trailers). */
const DEMUXERS = 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpegts,mpeg,asf,flv,ogg';

const { width, height } = limits.video.maxFrame;
/** Maximum pixels of one frame. */
export const MAX_PIXELS = width * height;

/** Maximum number of decoding threads. Each holds its frames in memory. */
export const WORKING_THREADS = Math.min(8, availableParallelism());

/**
 * Returns arguments that open only the upload. Text formats such as ffconcat scripts and playlists are not
 * accepted. Only the file protocol is allowed. The limits on frame size and threads bound memory use.
 */
export function untrustedInput(file: string): string[] {
  return options({
    protocol_whitelist: 'file',
    format_whitelist: DEMUXERS,
    max_pixels: MAX_PIXELS,
    threads: WORKING_THREADS,
    i: `file:${file}`,
  });
}
