import { covered, first, normalise, type Range, without } from './played-ranges.js';

/** What is known of a viewing session before a report is added. */
export interface ViewingProgress {
  /** Length of the trailer; null when the session is bound to none. */
  readonly trailerSeconds: number | null;
  /** Wall-clock seconds since the session began, by the database's clock. */
  readonly ageSeconds: number;
  /** Union of all that was accepted so far. */
  readonly ranges: readonly Range[];
  /** Accepted, but not yet part of an event. */
  readonly pending: readonly Range[];
  readonly claimedSeconds: number;
  readonly claimedCompleted: boolean;
  /** Milliseconds since the last event; null when there was none. */
  readonly sinceEventMs: number | null;
}

/** What a viewer's page reports; a claim. */
export interface Report {
  readonly duration: string;
  readonly completed: 'true' | 'false';
  readonly ranges: readonly Range[];
}

export interface Outcome {
  readonly ranges: Range[];
  readonly watchedSeconds: number;
  readonly claimedSeconds: number;
  readonly claimedCompleted: boolean;
  /** Ranges of the event to append now; undefined when the report is merged into the next one. */
  readonly event: Range[] | undefined;
  readonly pending: Range[];
}

/** Clocks and networks differ; a playback is believed to be this much ahead. In seconds. */
const TOLERANCE = 5;

/** Seconds of a `m:ss` text that the contract has checked. */
export function secondsOf(duration: string): number {
  const [minutes, seconds] = duration.split(':').map(Number);
  return (minutes ?? 0) * 60 + (seconds ?? 0);
}

/**
 * Adds a report to what is known. Nobody can have watched more than the trailer's length, nor more than the time that
 * passed since the session began; duration and completion never decrease (product.md, "Logs" and detail 2).
 */
export function apply(progress: ViewingProgress, report: Report, minMsBetweenEvents: number): Outcome {
  const end = progress.trailerSeconds ?? Number.POSITIVE_INFINITY;
  const room = progress.ageSeconds + TOLERANCE;
  const known = normalise(progress.ranges, end);
  const fresh = first(without(normalise(report.ranges, end), known), Math.max(0, room - covered(known)));
  const ranges = normalise([...known, ...fresh], end);
  const unwritten = normalise([...progress.pending, ...fresh], end);
  const isDue = progress.sinceEventMs === null || progress.sinceEventMs >= minMsBetweenEvents;
  return {
    ranges,
    watchedSeconds: covered(ranges),
    claimedSeconds: Math.max(
      progress.claimedSeconds,
      Math.min(secondsOf(report.duration), Math.ceil(Math.min(end, room))),
    ),
    claimedCompleted: progress.claimedCompleted || report.completed === 'true',
    event: isDue ? unwritten : undefined,
    pending: isDue ? [] : unwritten,
  };
}
