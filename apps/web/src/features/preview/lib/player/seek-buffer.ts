import type Hls from 'hls.js';

/** Seconds to buffer ahead of the position until a seek shows its picture. */
const SEEK_BUFFER_SECONDS = 4;

/**
 * Buffers less while the video seeks. Otherwise further segments are decrypted and appended at the same time, which
 * delays the picture.
 *
 * @param destroying name of the event of hls.js that ends this behaviour
 */
export function bufferLessWhileSeeking(
  hls: Hls,
  video: HTMLVideoElement,
  destroying: typeof Hls.Events.DESTROYING,
): void {
  const { maxMaxBufferLength } = hls.config;
  const reduce = () => {
    hls.config.maxMaxBufferLength = SEEK_BUFFER_SECONDS;
  };
  const restore = () => {
    hls.config.maxMaxBufferLength = maxMaxBufferLength;
  };
  video.addEventListener('seeking', reduce);
  video.addEventListener('seeked', restore);
  hls.once(destroying, () => {
    video.removeEventListener('seeking', reduce);
    video.removeEventListener('seeked', restore);
  });
}
