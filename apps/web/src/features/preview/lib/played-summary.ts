import { formatTime, limits, type PlayedRange, type ViewingUpdate } from '@secure-preview/contracts';
import { playedRanges } from './played.js';

/** Summary of the played parts of a video. */
export interface PlayedSummary {
  /** Seconds `[from, to]`, merged by the browser. */
  readonly ranges: PlayedRange[];
  /** Seconds; NaN until the browser knows it. */
  readonly duration: number;
}

/** Reads what a media element has played. */
export function playedSummaryOf(element: Pick<HTMLMediaElement, 'played' | 'duration'>): PlayedSummary {
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

/** Creates a report of the viewing session (docs/product.md#playback). */
export function viewingUpdateOf(watched: PlayedSummary): ViewingUpdate {
  return {
    duration: formatTime(watchedSeconds(watched)),
    completed: isCompleted(watched) ? 'true' : 'false',
    ranges: longest(watched.ranges, limits.viewing.maxRangesPerUpdate),
  };
}

/** Keeps the `count` longest ranges, in order: a report is limited in size. */
function longest(ranges: PlayedRange[], count: number): PlayedRange[] {
  if (ranges.length <= count) return ranges;
  return ranges
    .toSorted((a, b) => b[1] - b[0] - (a[1] - a[0]))
    .slice(0, count)
    .toSorted((a, b) => a[0] - b[0]);
}
