import type { Redis } from 'ioredis';

/** Milliseconds for which a replica's announcement is valid. */
export const ALIVE_MS = 3000;

// Announcements further ahead than ALIVE_MS were written before the clock of Redis was set back.
const prelude = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function served(alive)
  return redis.call('ZCOUNT', alive, '(' .. now, now + ${ALIVE_MS}) > 0
end
`;

/**
 * KEYS: sorted set of the live replicas; a list and its limit; the list and limit to use while no replica reads the
 * first list. ARGV: requests. Returns the number of requests that were added, or -1 when no replica is alive.
 */
const enqueue = `${prelude}
if not served(KEYS[1]) then return -1 end
local list, limit = KEYS[2], redis.call('GET', KEYS[3])
if not limit then list, limit = KEYS[4], redis.call('GET', KEYS[5]) or 0 end
local room = tonumber(limit) - redis.call('LLEN', list)
local taken = math.max(0, math.min(#ARGV, room))
for i = 1, taken do
  redis.call('RPUSH', list, now .. ' ' .. ARGV[i])
end
return taken
`;

/**
 * KEYS: sorted set of the live replicas, and the limits of the lists that are read. ARGV: replica, limit. Returns
 * Redis's time in milliseconds.
 */
const announce = `${prelude}
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '(' .. (now + ${ALIVE_MS}), '+inf')
redis.call('ZADD', KEYS[1], now + ${ALIVE_MS}, ARGV[1])
redis.call('PEXPIRE', KEYS[1], ${ALIVE_MS})
for i = 2, #KEYS do redis.call('SET', KEYS[i], ARGV[2], 'PX', ${ALIVE_MS}) end
return now
`;

/** KEYS: sorted set of the live replicas. ARGV: replica. Returns 1 when another replica is alive. */
const leave = `${prelude}
redis.call('ZREM', KEYS[1], ARGV[1])
return served(KEYS[1]) and 1 or 0
`;

/** KEYS: sorted set of the live replicas. Returns 1 when any replica is alive. */
const isServed = `${prelude}
return served(KEYS[1]) and 1 or 0
`;

/**
 * KEYS: requests, sorted set of the live replicas, limit, urgent requests. Returns the numbers of waiting requests, of
 * requests that may wait, of live replicas, and of waiting urgent requests.
 */
const queue = `${prelude}
local replicas = redis.call('ZCOUNT', KEYS[2], '(' .. now, now + ${ALIVE_MS})
return { redis.call('LLEN', KEYS[1]), tonumber(redis.call('GET', KEYS[3]) or 0), replicas, redis.call('LLEN', KEYS[4]) }
`;

export interface ScriptedRedis extends Redis {
  rpcEnqueue(
    ...keysAndMessages: [
      alive: string,
      list: string,
      limit: string,
      fallbackList: string,
      fallbackLimit: string,
      ...messages: string[],
    ]
  ): Promise<number>;
  rpcAnnounce(
    keys: number,
    ...keysAndValues: [alive: string, ...limits: string[], replica: string, maxQueued: string]
  ): Promise<number>;
  rpcLeave(alive: string, replica: string): Promise<0 | 1>;
  rpcIsServed(alive: string): Promise<0 | 1>;
  rpcQueue(
    requests: string,
    alive: string,
    limit: string,
    urgent: string,
  ): Promise<[number, number, number, number]>;
}

/** Adds the transport's Lua commands. ioredis loads them again when Redis has lost them. */
export function withScripts(redis: Redis): ScriptedRedis {
  redis.defineCommand('rpcEnqueue', { numberOfKeys: 5, lua: enqueue });
  redis.defineCommand('rpcAnnounce', { lua: announce });
  redis.defineCommand('rpcLeave', { numberOfKeys: 1, lua: leave });
  redis.defineCommand('rpcIsServed', { numberOfKeys: 1, lua: isServed, readOnly: true });
  redis.defineCommand('rpcQueue', { numberOfKeys: 4, lua: queue, readOnly: true });
  return redis as ScriptedRedis;
}
