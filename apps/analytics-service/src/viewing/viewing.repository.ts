import type { Watcher } from '../access-log/access.js';
import type { Outcome, ViewingProgress } from './viewing-session.js';

export interface NewViewing {
  readonly id: string;
  readonly watcher: Watcher;
  readonly trailer: { readonly id: string; readonly durationSeconds: number | null } | null;
}

/** A session began as many viewings as it may in an hour. */
export interface TooMany {
  /** Seconds until the oldest of them is an hour old. */
  readonly retryAfterSeconds: number;
}

export abstract class ViewingRepository {
  /** Keeps a viewing session and returns its id, which for a repeated command is that of the first. */
  abstract begin(viewing: NewViewing, commandId: string, perHour: number): Promise<string | TooMany>;
  /**
   * Adds what `decide` makes of the progress so far, in one transaction that no other report of this viewing session
   * comes between. A repeated command changes nothing.
   *
   * @returns false when there is no such viewing session of this session
   */
  abstract advance(
    id: string,
    sessionRef: string,
    commandId: string,
    decide: (progress: ViewingProgress) => Outcome,
  ): Promise<boolean>;
}
