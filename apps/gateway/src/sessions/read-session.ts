import { type AccessEndedReason, redisKeys } from '@secure-preview/contracts';
import type { Redis } from 'ioredis';

/** A session as stored, and what decides on its level. */
export interface StoredSession {
  /** JSON of express-session. */
  readonly stored: string;
  /** Input of `playbackGrants`. */
  readonly grants: string[];
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
 * Reads a record, the trailers granted to its session, and whether its access has ended. `Levels` adds blocked domains
 * and networks, which the gateway holds in memory. Restarts the idle time, if one is given, unless the access has ended.
 * A single script saves every request more round trips to Redis.
 *
 * Blocks and invitations do not concern uploaders: they must not lock the administrator out. The state of an invitation
 * is missing only until auth-service publishes it again after a loss of data. Sessions of version 1.0 have no `access`.
 *
 * KEYS: record. ARGV: idle time in seconds or an empty text, Unix time in milliseconds.
 */
const READ = `
local stored = redis.call('GET', KEYS[1])
if not stored then return nil end
local portal = cjson.decode(stored).portal
if not portal then return { stored, {}, '', 0 } end
local access = portal.access or { emailKey = string.lower(portal.viewer.email) }
local now = tonumber(ARGV[2])
local function exists(key) return redis.call('EXISTS', key) == 1 end

local function isUploader()
  if not portal.uploader or not exists('${redisKeys.uploaderIdle('')}' .. portal.ref) then return false end
  return redis.call('GET', '${redisKeys.uploadEpoch}') == string.format('%d', portal.uploader.epoch)
end

local function endOfInvitation()
  if not access.invitation then return '' end
  local published = redis.call('GET', '${redisKeys.invitation('')}' .. access.invitation.id)
  if not published then return 'unknown' end
  local state = cjson.decode(published)
  if state.revoked or state.generation ~= access.invitation.generation then return 'revoked' end
  if type(state.endsAt) == 'number' and now >= state.endsAt then return 'expired' end
  if type(state.startsAt) == 'number' and now < state.startsAt then
    return string.format('notBegun %d', state.startsAt)
  end
  return ''
end

local function endOfAccess(uploader)
  if exists('${redisKeys.visitEnded('')}' .. portal.viewer.leadId) then return 'visitEnded' end
  if uploader then return '' end
  if exists('${redisKeys.addressBlocked('')}' .. access.emailKey) then return 'blocked' end
  return endOfInvitation()
end

local uploader = isUploader()
local ended = endOfAccess(uploader)
if ended == '' and ARGV[1] ~= '' then redis.call('EXPIRE', KEYS[1], ARGV[1]) end
return { stored, redis.call('HGETALL', '${redisKeys.grants('')}' .. portal.ref), ended, uploader and 1 or 0 }`;

/** `ended` is `''`, or the reason and, for `notBegun`, the time of the beginning. */
type Found = [stored: string, grants: string[], ended: string, isUploader: 0 | 1];

/**
 * Returns the session whose record has this key; undefined if there is none.
 *
 * @param idleSeconds idle time to restart; null leaves it unchanged
 */
export async function readSession(
  redis: Redis,
  key: string,
  idleSeconds: number | null,
): Promise<StoredSession | undefined> {
  const found = (await redis.eval(READ, 1, key, idleSeconds ?? '', Date.now())) as Found | null;
  if (found === null) return undefined;
  const [stored, grants, ended, isUploader] = found;
  return { stored, grants, accessState: { isUploader: isUploader === 1, ...endOf(ended) } };
}

function endOf(ended: string): Omit<AccessState, 'isUploader'> {
  if (!ended) return {};
  const [reason, startsAt] = ended.split(' ') as [NonNullable<AccessState['ended']>, string?];
  return { ended: reason, ...(startsAt ? { startsAt: Number(startsAt) } : {}) };
}
