/**
 * Calls a function once the metadata of a video has loaded, which may be now. The playlist that grants the trailer
 * to the session has then arrived.
 */
export function whenLoaded(video: HTMLVideoElement, callback: () => void): void {
  if (video.readyState >= HTMLMediaElement.HAVE_METADATA) callback();
  else video.addEventListener('loadedmetadata', () => callback(), { once: true });
}
