/** Observations of a video, stored in its page. */
interface Watched {
  /** Times at which playback waited for data, in seconds of the video. */
  stalls: number[];
}

/** Runs in the page: returns what the video shows, or an empty text without a picture. */
export function shownPicture(): string {
  const video = document.querySelector('video');
  if (!video || video.seeking || video.readyState < 2) return '';
  const canvas = document.createElement('canvas');
  canvas.width = 64;
  canvas.height = 36;
  const context = canvas.getContext('2d');
  // Drawn, because WebKit sometimes counts no frames while it shows them.
  context?.drawImage(video, 0, 0, canvas.width, canvas.height);
  const pixels = context?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
  const isLit = pixels.some((value, index) => index % 4 !== 3 && value > 100);
  return isLit ? canvas.toDataURL() : '';
}

/** Runs in the page: jumps to a time that is not buffered. Returns whether it was not. */
export function seekBeyondBuffer(time: number): boolean {
  const video = document.querySelector('video');
  if (!video) return false;
  const { buffered } = video;
  const ends = Array.from({ length: buffered.length }, (_, range) => buffered.end(range));
  video.currentTime = time;
  return ends.every((end) => end < time);
}

/** Runs in the page: records stalls from now on. */
export function recordStalls(): void {
  const watched: Watched = { stalls: [] };
  Object.assign(globalThis, { watched });
  const video = document.querySelector('video');
  video?.addEventListener('waiting', () => {
    // Some browsers wait for more after the last picture.
    if (video.duration - video.currentTime > 0.2) watched.stalls.push(video.currentTime);
  });
}

/** Runs in the page: returns what became of the playback, once the video has ended. */
export function endOfPlayback() {
  const video = document.querySelector('video');
  if (!video?.ended) return undefined;
  const { watched } = globalThis as unknown as { watched: Watched };
  // Frames of a segment that cannot be decoded would be dropped or never end. Firefox does not count them.
  const corrupted = (video.getVideoPlaybackQuality().corruptedVideoFrames as number | undefined) ?? 0;
  return { error: video.error?.message ?? null, corrupted, stalls: watched.stalls };
}

/** Runs in the page: returns the paths of everything that the page loaded from other origins. */
export function pathsFromElsewhere(): string[] {
  return performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin }) => origin !== location.origin)
    .map(({ pathname }) => pathname);
}
