import type { AccessEndedReason } from '@secure-preview/contracts';
import type { SessionRedis } from './session-scripts.js';

/** A session as stored, and what decides on its level. */
export interface StoredSession {
  /** JSON of express-session. */
  readonly stored: string;
  /** Input of `playbackGrants`. */
  readonly grants: string[];
  /** Input of `endedTrailers`. */
  readonly endedPlaybacks: string[];
  readonly accessState: AccessState;
}

export interface AccessState {
  /** Why the access has ended; `unknown` while the facts for the answer are missing. */
  readonly ended?: AccessEndedReason | 'unknown';
  /** When the access begins, in milliseconds since 1970, if it has not begun. */
  readonly startsAt?: number;
  /** Whether the uploader's level is valid. */
  readonly isUploader: boolean;
}

/**
 * Returns the session whose record has this key; undefined if there is none.
 *
 * @param idleSeconds idle time to restart; null leaves it unchanged
 */
export async function readSession(
  redis: SessionRedis,
  key: string,
  idleSeconds: number | null,
): Promise<StoredSession | undefined> {
  const found = await redis.readSession(key, idleSeconds ?? '', Date.now());
  if (found === null) return undefined;
  const [stored, grants, ended, isUploader, endedPlaybacks] = found;
  return { stored, grants, endedPlaybacks, accessState: { isUploader: isUploader === 1, ...endOf(ended) } };
}

function endOf(ended: string): Omit<AccessState, 'isUploader'> {
  if (!ended) return {};
  const [reason, startsAt] = ended.split(' ') as [NonNullable<AccessState['ended']>, string?];
  return { ended: reason, ...(startsAt ? { startsAt: Number(startsAt) } : {}) };
}
