import { liveLimits } from '@secure-preview/contracts';
import type { Redis } from 'ioredis';

/** Sessions by the Unix time of their last signal. */
const BY_SIGNAL = 'portal:live:signals';
/** What is known of each session, as JSON. */
const SESSIONS = 'portal:live:sessions';
/** Ids of the latest viewings of a session, latest first. */
const VIEWINGS = 'portal:live:viewings:';

/**
 * Sets `now` to the Unix time in milliseconds. The clock of Redis is the same for all gateways, whose own clocks may
 * differ. Tests pass another time.
 */
const NOW = `
local time = redis.call('TIME')
local now = tonumber(ARGV[1]) or time[1] * 1000 + math.floor(time[2] / 1000)`;

/**
 * Removes up to `limit` sessions that are gone. Two with each report are enough: a report adds at most one. They keep the
 * number small while nobody reads. A signal in the future shows that the clock was set back: it would stay for as long.
 */
const REMOVE_GONE = `
local function removeFrom(first, last, limit)
  local gone = redis.call('ZRANGEBYSCORE', KEYS[1], first, last, 'LIMIT', 0, limit)
  if #gone > 0 then
    redis.call('ZREM', KEYS[1], unpack(gone))
    redis.call('HDEL', KEYS[2], unpack(gone))
  end
end
local function removeGone(limit)
  removeFrom('-inf', now - ${liveLimits.goneAfterMs}, limit)
  removeFrom('(' .. string.format('%d', now + ${liveLimits.goneAfterMs}), '+inf', limit)
end`;

/**
 * Adds a viewing to those of a session.
 *
 * KEYS: viewings of the session. ARGV: id of the viewing, seconds until all of them are forgotten.
 */
const REMEMBER = `
redis.call('LREM', KEYS[1], 0, ARGV[1])
redis.call('LPUSH', KEYS[1], ARGV[1])
redis.call('LTRIM', KEYS[1], 0, ${liveLimits.maxPlayersPerSession - 1})
redis.call('EXPIRE', KEYS[1], ARGV[2])
return 1`;

/**
 * Stores a report, unless a newer one of the same player is known. A closed player stays known, so that a report that
 * was overtaken does not open it again. The start of a player is that of its first report.
 * Returns 0 if the viewing is not known as one of the session: anyone can invent an id.
 *
 * KEYS: sessions by signal, sessions, viewings of the session. ARGV: Unix time in milliseconds or '', session, JSON of
 * the session, JSON of the player, milliseconds since the player first played.
 */
const REPORT = `
${NOW}
${REMOVE_GONE}
local session, player = cjson.decode(ARGV[3]), cjson.decode(ARGV[4])
if not redis.call('LPOS', KEYS[3], player.id) then return 0 end
player.signalAt = now
player.startedAt = now - tonumber(ARGV[5])
local known = redis.call('HGET', KEYS[2], ARGV[2])
local players = {}
for _, other in ipairs(known and cjson.decode(known).players or {}) do
  if math.abs(now - other.signalAt) < ${liveLimits.goneAfterMs} then
    if other.id ~= player.id then
      table.insert(players, other)
    elseif other.at > player.at then
      return 1
    else
      player.startedAt = other.startedAt
    end
  end
end
table.sort(players, function(a, b) return a.signalAt > b.signalAt end)
table.insert(players, 1, player)
while #players > ${liveLimits.maxPlayersPerSession} do table.remove(players) end
session.players = players
redis.call('HSET', KEYS[2], ARGV[2], cjson.encode(session))
redis.call('ZADD', KEYS[1], now, ARGV[2])
removeGone(2)
while redis.call('ZCARD', KEYS[1]) > ${liveLimits.maxSessions} do
  redis.call('HDEL', KEYS[2], redis.call('ZPOPMIN', KEYS[1])[1])
end
for n = 1, 2 do redis.call('PEXPIRE', KEYS[n], ${liveLimits.goneAfterMs}) end
return 1`;

/**
 * Closes the players of a session, or only those of a trailer.
 *
 * KEYS: as above. ARGV: session, id of the trailer or ''.
 */
const CLOSE = `
local known = redis.call('HGET', KEYS[2], ARGV[1])
if not known then return 0 end
local session = cjson.decode(known)
for _, player in ipairs(session.players) do
  if ARGV[2] == '' or player.trailerId == ARGV[2] then player.state = 'closed' end
end
redis.call('HSET', KEYS[2], ARGV[1], cjson.encode(session))
return 1`;

/** Returns the time, and the JSON of all sessions that are not gone. KEYS: as above. ARGV: Unix time or ''. */
const READ = `
${NOW}
${REMOVE_GONE}
removeGone(1000)
return {now, redis.call('HVALS', KEYS[2])}`;

type ViewingsKey = `${typeof VIEWINGS}${string}`;

/** Connection with the scripts of the live state. */
export interface LiveRedis extends Redis {
  rememberLiveViewing(...keysAndValues: [viewings: ViewingsKey, id: string, seconds: number]): Promise<1>;
  storeLiveReport(
    ...keysAndValues: [
      signals: typeof BY_SIGNAL,
      sessions: typeof SESSIONS,
      viewings: ViewingsKey,
      now: number | '',
      ref: string,
      session: string,
      player: string,
      startedAgoMs: number,
    ]
  ): Promise<0 | 1>;
  closeLivePlayers(
    ...keysAndValues: [signals: typeof BY_SIGNAL, sessions: typeof SESSIONS, ref: string, trailerId: string]
  ): Promise<0 | 1>;
  readLiveSessions(
    ...keysAndValues: [signals: typeof BY_SIGNAL, sessions: typeof SESSIONS, now: number | '']
  ): Promise<[now: number, sessions: string[]]>;
}

/** Adds the scripts to a connection. */
export function withLiveScripts<R extends Redis>(redis: R): R & LiveRedis {
  redis.defineCommand('rememberLiveViewing', { numberOfKeys: 1, lua: REMEMBER });
  redis.defineCommand('storeLiveReport', { numberOfKeys: 3, lua: REPORT });
  redis.defineCommand('closeLivePlayers', { numberOfKeys: 2, lua: CLOSE });
  redis.defineCommand('readLiveSessions', { numberOfKeys: 2, lua: READ });
  return redis as R & LiveRedis;
}

export const liveKeys = [BY_SIGNAL, SESSIONS] as const;
export const viewingsKey = (sessionRef: string): ViewingsKey => `${VIEWINGS}${sessionRef}`;
