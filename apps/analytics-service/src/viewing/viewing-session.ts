import { type PlayedRange, type Plays, secondsIn, unionOf } from '@secure-preview/contracts';
import { difference, firstSeconds, normaliseRanges, withinCount } from './played-ranges.js';
import { addPlays, MAX_PLAYS_OF_SESSION, mergePlays, type NumberedPlay } from './plays.js';

/** State of a viewing session before a report is added. */
export interface ViewingProgress {
  /** Length of the trailer in seconds; null if it is unknown or the session has no trailer. */
  readonly trailerSeconds: number | null;
  /**
   * Seconds since the session was first granted the trailer, by the database's clock; null if that clock was
   * set back meanwhile.
   */
  readonly ageSeconds: number | null;
  /** Union of the ranges accepted so far in all viewings of the trailer by this session. */
  readonly seen: readonly PlayedRange[];
  /** Union of the ranges accepted so far in this viewing. */
  readonly ranges: readonly PlayedRange[];
  /** Ranges that are accepted, but not yet part of an event. */
  readonly pending: readonly PlayedRange[];
  /** Plays of this viewing; unlike ranges, what was seen again is there again. */
  readonly plays: readonly PlayedRange[];
  /** Plays that are new or longer since the last event. */
  readonly pendingPlays: readonly NumberedPlay[];
  /** Seconds of all plays in all viewings of the trailer by this session. */
  readonly playedSeconds: number;
  /** Number of these plays. */
  readonly playCount: number;
  /** Number of the ranges of all these viewings, counted separately in each. */
  readonly rangeCount: number;
  readonly claimedSeconds: number;
  readonly claimedCompleted: boolean;
  /** Seeks and losses of the watermark that the player has reported. */
  readonly seeks: number;
  readonly watermarkLosses: number;
  /** Milliseconds since the last event; null when there was none. */
  readonly sinceEventMs: number | null;
}

/** Playback report of a viewer's browser. The viewer can forge it. */
export interface Report {
  readonly duration: string;
  readonly completed: 'true' | 'false';
  readonly ranges: readonly PlayedRange[];
  readonly plays: Plays;
  readonly seeks: number;
  readonly watermarkLosses: number;
}

/** What to append to the evidence. */
export interface ProgressEvent {
  readonly ranges: PlayedRange[];
  readonly plays: NumberedPlay[];
}

export interface Outcome {
  readonly ranges: PlayedRange[];
  /** Union of the ranges in all viewings of the trailer by this session. */
  readonly seen: PlayedRange[];
  readonly watchedSeconds: number;
  readonly plays: PlayedRange[];
  /** Of all viewings of the trailer by this session. */
  readonly playedSeconds: number;
  readonly playCount: number;
  readonly rangeCount: number;
  readonly claimedSeconds: number;
  readonly claimedCompleted: boolean;
  readonly seeks: number;
  readonly watermarkLosses: number;
  /** The event to append now; undefined if the report is merged into the next event. */
  readonly event: ProgressEvent | undefined;
  readonly pending: PlayedRange[];
  readonly pendingPlays: NumberedPlay[];
}

/** Seconds that playback may be ahead of the elapsed time, because clocks and networks differ. */
const TOLERANCE_SECONDS = 5;
/**
 * Maximum number of ranges stored for a viewing, and for all viewings of a session; it limits the row size. People
 * produce far fewer. Beyond it, only ranges that touch a stored one are accepted: what was accepted is never dropped,
 * because its seconds could then be claimed again.
 */
const MAX_RANGES = 500;
/** Maximum number of ranges stored in all viewings of a session, each with its own; engagement reads them all. */
const MAX_RANGES_OF_VIEWINGS = 2000;

/** Returns the seconds of an `m:ss` text, which the contract has validated. */
export function secondsOf(duration: string): number {
  const [minutes, seconds] = duration.split(':').map(Number);
  return (minutes ?? 0) * 60 + (seconds ?? 0);
}

/**
 * Adds a report to the progress. Limits the watched seconds to the length of the trailer. Also limits the total of all
 * viewings of a session, and that of all their plays: to the time since the session was first granted the trailer, plus
 * `TOLERANCE_SECONDS`. Duration, completion and counts never decrease (docs/product.md#evidence).
 */
export function applyReport(progress: ViewingProgress, report: Report, minMsBetweenEvents: number): Outcome {
  const { trailerSeconds, ageSeconds, seen, sinceEventMs } = progress;
  const maxSeconds = (ageSeconds ?? Number.POSITIVE_INFINITY) + TOLERANCE_SECONDS;
  const reported = normaliseRanges(report.ranges, trailerSeconds);
  const unseen = difference(reported, seen);
  const counted = acceptUnseen(unseen, seen, maxSeconds - secondsIn(seen));
  const accepted = difference(reported, difference(unseen, counted));
  const maxRanges = Math.min(
    MAX_RANGES,
    progress.ranges.length + MAX_RANGES_OF_VIEWINGS - progress.rangeCount,
  );
  const fresh = withinCount(difference(accepted, progress.ranges), progress.ranges, maxRanges);
  const ranges = unionOf(progress.ranges, fresh);
  const unwritten = unionOf(progress.pending, fresh);
  const added = addPlays(progress.plays, report.plays, trailerSeconds, {
    seconds: maxSeconds - progress.playedSeconds,
    count: MAX_PLAYS_OF_SESSION - progress.playCount,
  });
  const unwrittenPlays = mergePlays(progress.pendingPlays, added.changed);
  const claim = Math.min(
    secondsOf(report.duration),
    Math.ceil(Math.min(trailerSeconds ?? maxSeconds, maxSeconds)),
  );
  const isDue = sinceEventMs === null || sinceEventMs >= minMsBetweenEvents || unwritten.length > MAX_RANGES;
  return {
    ranges,
    seen: unionOf(seen, fresh),
    watchedSeconds: secondsIn(ranges),
    plays: added.plays,
    playedSeconds: progress.playedSeconds + added.seconds,
    playCount: progress.playCount + added.plays.length - progress.plays.length,
    rangeCount: progress.rangeCount + ranges.length - progress.ranges.length,
    claimedSeconds: Math.max(progress.claimedSeconds, claim),
    claimedCompleted: progress.claimedCompleted || report.completed === 'true',
    seeks: Math.max(progress.seeks, report.seeks),
    watermarkLosses: Math.max(progress.watermarkLosses, report.watermarkLosses),
    event: isDue ? { ranges: unwritten, plays: unwrittenPlays } : undefined,
    pending: isDue ? [] : unwritten,
    pendingPlays: isDue ? [] : unwrittenPlays,
  };
}

/** Returns the parts of `unseen` that fit into the remaining seconds and ranges of the session. */
function acceptUnseen(
  unseen: readonly PlayedRange[],
  seen: readonly PlayedRange[],
  secondsLeft: number,
): PlayedRange[] {
  const storable = withinCount(unseen, seen, MAX_RANGES);
  // A range that is cut may no longer touch the one that follows it.
  return withinCount(firstSeconds(storable, secondsLeft), seen, MAX_RANGES);
}
