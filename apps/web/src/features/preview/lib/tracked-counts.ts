/** What the player of a video counts for the watch reports. */
export interface PlayerCounts {
  readonly seeks: number;
  readonly watermarkLosses: number;
}

type SeekableVideo = Pick<HTMLVideoElement, 'addEventListener' | 'removeEventListener'>;

/** Milliseconds in which quick presses of a key are one seek: the buffer is filled again at most so often. */
const MERGED_SEEKS_MS = 250;

class Counts implements PlayerCounts {
  seeks = 0;
  watermarkLosses = 0;
  /** Whether seeks are those of the visitor. Before, the player seeks to its start position. */
  isUsed = false;
  lastSeekAt = Number.NEGATIVE_INFINITY;
  readonly listeners = new Set<() => void>();
}

const counted = new WeakMap<object, Counts>();

function countsFor(video: object): Counts {
  const counts = counted.get(video) ?? new Counts();
  counted.set(video, counts);
  return counts;
}

const notify = ({ listeners }: Counts) => {
  for (const listener of listeners) listener();
};

/** Returns what was counted for a video since the page opened. */
export const countsOf = (video: object): PlayerCounts => counted.get(video) ?? new Counts();

/** Counts a loss of the watermark of a video. */
export function addWatermarkLoss(video: object): void {
  const counts = countsFor(video);
  counts.watermarkLosses += 1;
  notify(counts);
}

/** Counts the seeks of a video from now on, also before it has played: the visitor uses the controls. */
export function markUsed(video: object): void {
  countsFor(video).isUsed = true;
}

/**
 * Counts the seeks of the visitor, also those of the system's media controls. Seeks of the player to its start position
 * are not counted.
 *
 * @param onCount called for each counted seek and loss of the watermark
 * @returns a function that stops
 */
export function trackSeeks(video: SeekableVideo, onCount: () => void): () => void {
  const counts = countsFor(video);
  const onPlaying = () => markUsed(video);
  // A reattached source begins with a seek to its start position.
  const onEmptied = () => {
    counts.isUsed = false;
  };
  const onSeeking = () => {
    const now = performance.now();
    if (!counts.isUsed || now - counts.lastSeekAt < MERGED_SEEKS_MS) return;
    counts.seeks += 1;
    counts.lastSeekAt = now;
    notify(counts);
  };
  counts.listeners.add(onCount);
  video.addEventListener('playing', onPlaying);
  video.addEventListener('emptied', onEmptied);
  video.addEventListener('seeking', onSeeking);
  return () => {
    counts.listeners.delete(onCount);
    video.removeEventListener('playing', onPlaying);
    video.removeEventListener('emptied', onEmptied);
    video.removeEventListener('seeking', onSeeking);
  };
}
