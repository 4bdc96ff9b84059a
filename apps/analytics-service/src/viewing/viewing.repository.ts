import type { Watcher } from '../access-log/access.js';
import type { PlayedRange } from './played-ranges.js';
import type { Outcome, ViewingProgress } from './viewing-session.js';

export interface NewViewing {
  readonly id: string;
  readonly watcher: Watcher;
  readonly trailer: {
    readonly id: string;
    readonly durationSeconds: number | null;
    /** Milliseconds since the session was first granted it; only the first value of a session counts. */
    readonly grantedAgoMs?: number;
  } | null;
}

/** Refusal: the session has started as many viewings as it may in an hour. */
export interface ViewingLimitReached {
  /** Seconds until the oldest of these viewings is an hour old. */
  readonly retryAfterSeconds: number;
}

/** Rules that update a viewing session, and the summary of what its lead watched of the trailer. */
export interface Rules {
  decide(progress: ViewingProgress): Outcome;
  mergeRanges(known: readonly PlayedRange[], played: readonly PlayedRange[]): PlayedRange[];
}

export abstract class ViewingRepository {
  /** Stores a viewing session and returns its id; for a repeated command, the id of the first one. */
  abstract begin(
    viewing: NewViewing,
    commandId: string,
    perHour: number,
  ): Promise<string | ViewingLimitReached>;
  /**
   * Applies `rules` to the progress so far, in one transaction that locks the viewing session against other
   * reports. A repeated command changes nothing.
   *
   * @returns false if this session has no such viewing session
   */
  abstract advance(id: string, sessionRef: string, commandId: string, rules: Rules): Promise<boolean>;
}
