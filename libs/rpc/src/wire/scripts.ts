import type { Redis } from 'ioredis';

/** Milliseconds for which a replica's sign of life is believed. */
export const ALIVE_MS = 3000;

// Signs of life from further ahead than ALIVE_MS were written before the clock of Redis was set back.
const prelude = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function served(alive)
  return redis.call('ZCOUNT', alive, '(' .. now, now + ${ALIVE_MS}) > 0
end
`;

/** KEYS: requests, alive, bound. ARGV: requests. Answers how many were taken, or -1 when nobody serves. */
const enqueue = `${prelude}
if not served(KEYS[2]) then return -1 end
local room = tonumber(redis.call('GET', KEYS[3]) or 0) - redis.call('LLEN', KEYS[1])
local taken = math.max(0, math.min(#ARGV, room))
for i = 1, taken do
  redis.call('RPUSH', KEYS[1], now .. ' ' .. ARGV[i])
end
return taken
`;

/** KEYS: alive, bound. ARGV: replica, bound. Answers the time of Redis in ms. */
const announce = `${prelude}
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '(' .. (now + ${ALIVE_MS}), '+inf')
redis.call('ZADD', KEYS[1], now + ${ALIVE_MS}, ARGV[1])
redis.call('PEXPIRE', KEYS[1], ${ALIVE_MS})
redis.call('SET', KEYS[2], ARGV[2], 'PX', ${ALIVE_MS})
return now
`;

/** KEYS: alive. ARGV: replica. Answers 1 when another replica still serves. */
const leave = `${prelude}
redis.call('ZREM', KEYS[1], ARGV[1])
return served(KEYS[1]) and 1 or 0
`;

/** KEYS: alive. Answers 1 when any replica serves. */
const isServed = `${prelude}
return served(KEYS[1]) and 1 or 0
`;

export interface ScriptedRedis extends Redis {
  rpcEnqueue(requests: string, alive: string, bound: string, ...messages: string[]): Promise<number>;
  rpcAnnounce(alive: string, bound: string, replica: string, maxQueued: number): Promise<number>;
  rpcLeave(alive: string, replica: string): Promise<0 | 1>;
  rpcIsServed(alive: string): Promise<0 | 1>;
}

/** Adds the transport's Lua commands; ioredis loads them again wherever Redis has forgotten them. */
export function withScripts(redis: Redis): ScriptedRedis {
  redis.defineCommand('rpcEnqueue', { numberOfKeys: 3, lua: enqueue });
  redis.defineCommand('rpcAnnounce', { numberOfKeys: 2, lua: announce });
  redis.defineCommand('rpcLeave', { numberOfKeys: 1, lua: leave });
  redis.defineCommand('rpcIsServed', { numberOfKeys: 1, lua: isServed, readOnly: true });
  return redis as ScriptedRedis;
}
