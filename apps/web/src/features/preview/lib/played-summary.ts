import {
  formatTime,
  longestRanges,
  type PlayedRange,
  secondsIn,
  type ViewingUpdate,
  viewingLimits,
} from '@secure-preview/contracts';
import { playedRanges } from './played-ranges.js';
import { playsOf } from './tracked-plays.js';

/** The played ranges of a video, its plays, and its duration. */
export interface PlayedSummary {
  /** `[from, to]` in seconds, merged and in order. */
  readonly ranges: PlayedRange[];
  /** `[from, to]` in seconds for each play, in the order in which they began; not merged. */
  readonly plays: PlayedRange[];
  /** Seconds; NaN until known. */
  readonly duration: number;
}

/** Returns the played ranges, plays and duration of a media element. */
export function readPlayedSummary(element: Pick<HTMLMediaElement, 'played' | 'duration'>): PlayedSummary {
  return { ranges: playedRanges(element), plays: playsOf(element), duration: element.duration };
}

/** Returns whether at least 90 percent was watched (docs/product.md#playback). */
export function isCompleted(watched: PlayedSummary): boolean {
  return watched.duration > 0 && secondsIn(watched.ranges) / watched.duration >= viewingLimits.completedShare;
}

/** Converts a summary into the body of a watch report (docs/product.md#playback). */
export function toViewingUpdate(watched: PlayedSummary): ViewingUpdate {
  return {
    duration: formatTime(secondsIn(watched.ranges)),
    completed: isCompleted(watched) ? 'true' : 'false',
    ranges: longestRanges(watched.ranges, viewingLimits.maxRangesPerUpdate),
  };
}
