import { thumbnailOf } from './thumbnail.js';

/** Position of the frame in seconds, after a possibly black first frame. */
const FRAME_SECONDS = 1;
/** Milliseconds after which a file counts as unplayable. */
const DEADLINE_MS = 10_000;

/** Draws a frame of a video as a data URL; undefined if the browser cannot play the file. */
export async function frameOf(file: Blob): Promise<string | undefined> {
  const url = URL.createObjectURL(file);
  const video = document.createElement('video');
  video.muted = true;
  video.preload = 'auto';
  try {
    return await new Promise<string | undefined>((resolve) => {
      const timer = setTimeout(() => resolve(undefined), DEADLINE_MS);
      const finish = (frame: string | undefined) => {
        clearTimeout(timer);
        resolve(frame);
      };
      video.onerror = () => finish(undefined);
      video.onseeked = () => finish(video.videoWidth > 0 ? thumbnailOf(video) : undefined);
      video.onloadeddata = () => {
        video.currentTime = Math.min(FRAME_SECONDS, video.duration / 2) || 0;
      };
      video.src = url;
    });
  } finally {
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(url);
  }
}
