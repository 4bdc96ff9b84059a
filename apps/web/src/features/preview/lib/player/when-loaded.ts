/**
 * Calls `callback` once the metadata of a video has loaded, or immediately if it already has. The gateway has then
 * recorded that the session was granted this trailer, because it does so before it sends the playlist.
 */
export function whenLoaded(video: HTMLVideoElement, callback: () => void): void {
  if (video.readyState >= HTMLMediaElement.HAVE_METADATA) callback();
  else video.addEventListener('loadedmetadata', () => callback(), { once: true });
}
