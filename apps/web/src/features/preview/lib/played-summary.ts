import { formatTime, limits, type PlayedRange, type ViewingUpdate } from '@secure-preview/contracts';
import { playedRanges } from './played-ranges.js';

/** The played ranges of a video, and its duration. */
export interface PlayedSummary {
  /** `[from, to]` in seconds, merged and in order. */
  readonly ranges: PlayedRange[];
  /** Seconds; NaN until known. */
  readonly duration: number;
}

/** Returns the played ranges and the duration of a media element. */
export function readPlayedSummary(element: Pick<HTMLMediaElement, 'played' | 'duration'>): PlayedSummary {
  return { ranges: playedRanges(element), duration: element.duration };
}

/** Returns the seconds of the video that were played at least once. */
export function watchedSeconds({ ranges }: PlayedSummary): number {
  return ranges.reduce((sum, [from, to]) => sum + Math.max(0, to - from), 0);
}

/** Returns whether at least 90 percent was watched (docs/product.md#playback). */
export function isCompleted(watched: PlayedSummary): boolean {
  return watched.duration > 0 && watchedSeconds(watched) / watched.duration >= limits.viewing.completedShare;
}

/** Converts a summary into the body of a watch report (docs/product.md#playback). */
export function toViewingUpdate(watched: PlayedSummary): ViewingUpdate {
  return {
    duration: formatTime(watchedSeconds(watched)),
    completed: isCompleted(watched) ? 'true' : 'false',
    ranges: longestRanges(watched.ranges, limits.viewing.maxRangesPerUpdate),
  };
}

/** Returns the `count` longest ranges in order. The contract limits the size of a report. */
function longestRanges(ranges: PlayedRange[], count: number): PlayedRange[] {
  if (ranges.length <= count) return ranges;
  return ranges
    .toSorted((a, b) => b[1] - b[0] - (a[1] - a[0]))
    .slice(0, count)
    .toSorted((a, b) => a[0] - b[0]);
}
