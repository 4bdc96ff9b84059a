import { thumbnailOf } from './thumbnail.js';

/** Seconds into the film, past a black first frame. */
const AT_SECONDS = 1;
/** Milliseconds after which a file counts as unplayable. */
const GIVE_UP_AFTER_MS = 10_000;

/** Draws a frame of a film as a data URL; undefined if the browser cannot play the file. */
export async function frameOf(file: Blob): Promise<string | undefined> {
  const url = URL.createObjectURL(file);
  const video = document.createElement('video');
  video.muted = true;
  video.preload = 'auto';
  try {
    return await new Promise<string | undefined>((resolve) => {
      const timer = setTimeout(() => resolve(undefined), GIVE_UP_AFTER_MS);
      const end = (frame: string | undefined) => {
        clearTimeout(timer);
        resolve(frame);
      };
      video.onerror = () => end(undefined);
      video.onseeked = () => end(video.videoWidth > 0 ? thumbnailOf(video) : undefined);
      video.onloadeddata = () => {
        video.currentTime = Math.min(AT_SECONDS, video.duration / 2) || 0;
      };
      video.src = url;
    });
  } finally {
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(url);
  }
}
