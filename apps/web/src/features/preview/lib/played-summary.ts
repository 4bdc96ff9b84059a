import {
  formatTime,
  longestRanges,
  type PlayedRange,
  secondsIn,
  type ViewingUpdate,
  viewingLimits,
} from '@secure-preview/contracts';
import { playedRanges } from './played-ranges.js';
import { countsOf, type PlayerCounts } from './tracked-counts.js';
import { playsOf } from './tracked-plays.js';

/** The played ranges of a video, its plays, its duration, and what its player counted. */
export interface PlayedSummary extends Partial<PlayerCounts> {
  /** `[from, to]` in seconds, merged and in order. */
  readonly ranges: PlayedRange[];
  /** `[from, to]` in seconds for each play, in the order in which they began; not merged. */
  readonly plays: PlayedRange[];
  /** Seconds; NaN until known. */
  readonly duration: number;
}

/** Returns the played ranges, plays, duration and counts of a media element. */
export function readPlayedSummary(element: Pick<HTMLMediaElement, 'played' | 'duration'>): PlayedSummary {
  const { seeks, watermarkLosses } = countsOf(element);
  const counts = { ...(seeks && { seeks }), ...(watermarkLosses && { watermarkLosses }) };
  return { ranges: playedRanges(element), plays: playsOf(element), duration: element.duration, ...counts };
}

/** Returns whether at least 90 percent was watched (docs/product.md#playback). */
export function isCompleted(watched: PlayedSummary): boolean {
  return watched.duration > 0 && secondsIn(watched.ranges) / watched.duration >= viewingLimits.completedShare;
}

/** Converts a summary into the body of a watch report (docs/product.md#playback). */
export function toViewingUpdate(watched: PlayedSummary): ViewingUpdate {
  const { seeks, watermarkLosses } = watched;
  return {
    duration: formatTime(secondsIn(watched.ranges)),
    completed: isCompleted(watched) ? 'true' : 'false',
    ranges: longestRanges(watched.ranges, viewingLimits.maxRangesPerUpdate),
    ...(seeks && { seeks: Math.min(seeks, viewingLimits.maxPlays) }),
    ...(watermarkLosses && { watermarkLosses: Math.min(watermarkLosses, viewingLimits.maxPlays) }),
  };
}
