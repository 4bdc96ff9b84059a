/** Observations of a video, stored in its page. */
interface Watched {
  /** Times at which playback waited for data: in seconds of the video, and of `performance.now()`. */
  stalls: { position: number; now: number }[];
  /** Times of `performance.now()` between which the page did not run, because the machine was busy. */
  gaps: { from: number; to: number }[];
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

/** Runs in the page: records from now on when the video stalls, and when the page does not run. */
export function recordStalls(): void {
  const watched: Watched = { stalls: [], gaps: [] };
  Object.assign(globalThis, { watched });
  const video = document.querySelector('video');
  video?.addEventListener('waiting', () => {
    // Some browsers wait for more after the last picture.
    if (video.duration - video.currentTime > 0.2)
      watched.stalls.push({ position: video.currentTime, now: performance.now() });
  });
  const [everyMs, longMs] = [50, 250];
  let from = performance.now();
  setInterval(() => {
    const to = performance.now();
    if (to - from > longMs) watched.gaps.push({ from, to });
    from = to;
  }, everyMs);
}

/**
 * Runs in the page: returns what became of the playback, once the video has ended. Of the stalls, returns the positions of
 * those before which the page ran: with one segment buffered, a page that does not run for half a second stalls.
 */
export function endOfPlayback() {
  const video = document.querySelector('video');
  if (!video?.ended) return undefined;
  const { watched } = globalThis as unknown as { watched: Watched };
  // Frames of a segment that cannot be decoded would be dropped or never end. Firefox does not count them.
  const corrupted = (video.getVideoPlaybackQuality().corruptedVideoFrames as number | undefined) ?? 0;
  const beforeMs = 1000;
  const stalls = watched.stalls
    .filter(({ now }) => !watched.gaps.some(({ from, to }) => from <= now && to >= now - beforeMs))
    .map(({ position }) => position);
  return { error: video.error?.message ?? null, corrupted, stalls };
}

/** Runs in the page: returns the paths of everything that the page loaded from other origins. */
export function pathsFromElsewhere(): string[] {
  return performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin }) => origin !== location.origin)
    .map(({ pathname }) => pathname);
}
