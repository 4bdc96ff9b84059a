import type { AccessEndedReason, SessionRecord } from '@secure-preview/contracts';

/** Levels of access, lowest first (docs/product.md#levels). */
export type Level = 'anonymous' | 'viewer' | 'uploader';

/** Level and record of the session of a request. */
export interface Identity {
  readonly level: Level;
  /** Present unless the level is `anonymous`. */
  readonly record?: SessionRecord;
  /**
   * Reason why the session has no access; `unknown` while the data for this decision is missing. If this is set, the
   * level is `anonymous`.
   */
  readonly ended?: AccessEndedReason | 'unknown';
  /** Record of a session without the proof that the gate now requires. If this is set, the level is `anonymous`. */
  readonly unproved?: SessionRecord;
  /** When the access begins, in milliseconds since 1970, if it has not begun. */
  readonly startsAt?: number;
}
