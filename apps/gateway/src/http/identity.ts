import type { AccessEndedReason, SessionRecord } from '@secure-preview/contracts';

/** Levels of access, lowest first (docs/product.md#levels). */
export type Level = 'anonymous' | 'viewer' | 'uploader';

/** Level and record of the session of a request. */
export interface Identity {
  readonly level: Level;
  /** Present unless the level is `anonymous`. */
  readonly record?: SessionRecord;
  /**
   * Why the session may not watch; `unknown` while the facts for the answer are missing. The level is then
   * `anonymous`.
   */
  readonly ended?: AccessEndedReason | 'unknown';
}
