import type { Watcher } from '../access-log/access.js';
import type { PlayedRange } from './played-ranges.js';
import type { Outcome, ViewingProgress } from './viewing-session.js';

export interface NewViewing {
  readonly id: string;
  readonly watcher: Watcher;
  readonly trailer: {
    readonly id: string;
    readonly durationSeconds: number | null;
    /** Milliseconds since the visitor's session was first given it; only the first value of a session counts. */
    readonly grantedAgoMs?: number;
  } | null;
}

/** A session began as many viewings as it may in an hour. */
export interface TooMany {
  /** Seconds until the oldest of them is an hour old. */
  readonly retryAfterSeconds: number;
}

/** What becomes of a viewing session, and of all that its lead watched of its trailer. */
export interface Rules {
  decide(progress: ViewingProgress): Outcome;
  addUp(known: readonly PlayedRange[], played: readonly PlayedRange[]): PlayedRange[];
}

export abstract class ViewingRepository {
  /** Keeps a viewing session and returns its id, which for a repeated command is that of the first. */
  abstract begin(viewing: NewViewing, commandId: string, perHour: number): Promise<string | TooMany>;
  /**
   * Adds what `rules` make of the progress so far, in one transaction that no other report of this viewing session
   * comes between. A repeated command changes nothing.
   *
   * @returns false when there is no such viewing session of this session
   */
  abstract advance(id: string, sessionRef: string, commandId: string, rules: Rules): Promise<boolean>;
}
