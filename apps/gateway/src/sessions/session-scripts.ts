import { redisKeys } from '@secure-preview/contracts';
import type { Redis } from 'ioredis';

/**
 * Reads a record, the trailers granted to its session, whether its access has ended, and the trailers whose playback
 * was ended in its visit. `Levels` adds blocked domains and networks, which the gateway holds in memory. Restarts the
 * idle time, if one is given, unless the access has ended. A single script saves every request more round trips to
 * Redis.
 *
 * Blocks, invitations and ended playbacks do not concern uploaders: they must not lock the administrator out. The state
 * of an invitation is missing only until auth-service publishes it again after a loss of data. Sessions of version 1.0
 * have no `access`.
 *
 * KEYS: record. ARGV: idle time in seconds or an empty text, Unix time in milliseconds.
 */
const READ = `
local stored = redis.call('GET', KEYS[1])
if not stored then return nil end
local portal = cjson.decode(stored).portal
if not portal then return { stored, {}, '', 0, {} } end
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
local grants = redis.call('HGETALL', '${redisKeys.grants('')}' .. portal.ref)
local playbacks = uploader and {} or redis.call('HGETALL', '${redisKeys.endedPlaybacks('')}' .. portal.viewer.leadId)
return { stored, grants, ended, uploader and 1 or 0, playbacks }`;

/**
 * `ended` is `''`, or the reason and, for `notBegun`, the time of the beginning. `playbacks` are alternating ids and
 * marks of trailers.
 */
type Found = [stored: string, grants: string[], ended: string, isUploader: 0 | 1, playbacks: string[]];

/**
 * Begins a session, unless its address is blocked or auth-service has not published the blocks.
 *
 * KEYS: record, current id, mark of the blocked address, mark of published blocks. ARGV: record, its lifetime in
 * seconds, id, lifetime of the current id in seconds, '1' to skip the check.
 */
const BEGIN = `
if ARGV[5] ~= '1' then
  if redis.call('EXISTS', KEYS[3]) == 1 then return 'blocked' end
  if redis.call('EXISTS', KEYS[4]) == 0 then return 'unknown' end
end
redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
redis.call('SET', KEYS[2], ARGV[3], 'EX', ARGV[4])
return 'begun'`;

export type BeginResult = 'begun' | 'blocked' | 'unknown';

/** Connection with the scripts of most requests. */
export interface SessionRedis extends Redis {
  readSession(record: string, idleSeconds: number | '', now: number): Promise<Found | null>;
  beginSession(
    ...keysAndValues: [
      record: string,
      currentId: string,
      addressBlocked: string,
      blocksPublished: string,
      stored: string,
      idleSeconds: number,
      id: string,
      idSeconds: number,
      skipCheck: 0 | 1,
    ]
  ): Promise<BeginResult>;
}

/**
 * Adds the scripts. ioredis sends the text of a script once for each connection, or when Redis has lost it, and
 * otherwise its hash: parsing the text with every request takes more time than running it.
 */
export function withSessionScripts(redis: Redis): SessionRedis {
  redis.defineCommand('readSession', { numberOfKeys: 1, lua: READ });
  redis.defineCommand('beginSession', { numberOfKeys: 4, lua: BEGIN });
  return redis as SessionRedis;
}
