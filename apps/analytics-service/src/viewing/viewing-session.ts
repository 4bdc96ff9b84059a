import {
  difference,
  firstSeconds,
  longest,
  normaliseRanges,
  type PlayedRange,
  secondsIn,
  unionOf,
} from './played-ranges.js';

/** What is known of a viewing session before a report is added. */
export interface ViewingProgress {
  /** Length of the trailer; null when the session is bound to none. */
  readonly trailerSeconds: number | null;
  /**
   * Wall-clock seconds since the session was first given the trailer, by the database's clock; null when that clock was
   * put back meanwhile and cannot tell.
   */
  readonly ageSeconds: number | null;
  /** Union of all that was accepted so far of all viewings of the trailer by this session. */
  readonly seen: readonly PlayedRange[];
  /** Union of all that was accepted so far of this viewing. */
  readonly ranges: readonly PlayedRange[];
  /** Accepted, but not yet part of an event. */
  readonly pending: readonly PlayedRange[];
  readonly claimedSeconds: number;
  readonly claimedCompleted: boolean;
  /** Milliseconds since the last event; null when there was none. */
  readonly sinceEventMs: number | null;
}

/** What a viewer's page reports; a claim. */
export interface Report {
  readonly duration: string;
  readonly completed: 'true' | 'false';
  readonly ranges: readonly PlayedRange[];
}

export interface Outcome {
  readonly ranges: PlayedRange[];
  readonly watchedSeconds: number;
  readonly claimedSeconds: number;
  readonly claimedCompleted: boolean;
  /** Ranges of the event to append now; undefined when the report is merged into the next one. */
  readonly event: PlayedRange[] | undefined;
  readonly pending: PlayedRange[];
}

/** Clocks and networks differ; a playback is believed to be this much ahead. In seconds. */
const TOLERANCE = 5;
/** Separate ranges kept of a session: more than a person makes, and a row must not grow without end. */
const MOST_RANGES = 500;

/** Seconds of a `m:ss` text that the contract has checked. */
export function secondsOf(duration: string): number {
  const [minutes, seconds] = duration.split(':').map(Number);
  return (minutes ?? 0) * 60 + (seconds ?? 0);
}

/** What was played together with what was played before. */
export const addUp = (known: readonly PlayedRange[], played: readonly PlayedRange[]): PlayedRange[] =>
  longest(unionOf(known, played), MOST_RANGES);

/**
 * Adds a report to what is known. Accepts no more than the trailer's length, and no more seconds over all viewings of a
 * session than passed since it was first given the trailer. Duration and completion never decrease (docs/product.md#evidence
 * and detail 2).
 */
export function apply(progress: ViewingProgress, report: Report, minMsBetweenEvents: number): Outcome {
  const { trailerSeconds, ageSeconds, seen, sinceEventMs } = progress;
  const room = (ageSeconds ?? Number.POSITIVE_INFINITY) + TOLERANCE;
  const reported = normaliseRanges(report.ranges, trailerSeconds);
  const unseen = difference(reported, seen);
  const rejected = difference(unseen, firstSeconds(unseen, room - secondsIn(seen)));
  const fresh = difference(difference(reported, rejected), progress.ranges);
  const ranges = addUp(progress.ranges, fresh);
  const unwritten = addUp(progress.pending, fresh);
  const claim = Math.min(secondsOf(report.duration), Math.ceil(Math.min(trailerSeconds ?? room, room)));
  const isDue = sinceEventMs === null || sinceEventMs >= minMsBetweenEvents;
  return {
    ranges,
    watchedSeconds: secondsIn(ranges),
    claimedSeconds: Math.max(progress.claimedSeconds, claim),
    claimedCompleted: progress.claimedCompleted || report.completed === 'true',
    event: isDue ? unwritten : undefined,
    pending: isDue ? [] : unwritten,
  };
}
