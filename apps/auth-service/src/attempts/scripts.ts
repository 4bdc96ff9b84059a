/**
 * Reserves one attempt in every counter, or in none if any counter is full. Rejected attempts are not counted:
 * they would use up the attempts of a user who has the right password. Marks the command in the same
 * step, so a command sent twice is counted exactly once.
 *
 * KEYS: mark of the command, then the counters. ARGV: lifetime of the mark in seconds, then limit and window
 * in seconds of each counter. Returns 0 if the attempt is allowed, otherwise the milliseconds until all full
 * counters have reset.
 */
export const RESERVE = `
  if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
  local wait = 0
  for i = 2, #KEYS do
    if tonumber(redis.call('GET', KEYS[i]) or '0') >= tonumber(ARGV[2 * i - 2]) then
      wait = math.max(wait, redis.call('PTTL', KEYS[i]), 1)
    end
  end
  if wait > 0 then return wait end
  for i = 2, #KEYS do
    redis.call('INCR', KEYS[i])
    redis.call('EXPIRE', KEYS[i], ARGV[2 * i - 1], 'NX')
  end
  redis.call('SET', KEYS[1], 1, 'EX', ARGV[1])
  return 0`;

/**
 * Reverts RESERVE once, with the same keys. Never lowers a counter below zero: it may have reset meanwhile.
 */
export const RELEASE = `
  if redis.call('DEL', KEYS[1]) == 0 then return end
  for i = 2, #KEYS do
    if tonumber(redis.call('GET', KEYS[i]) or '0') > 0 then redis.call('DECR', KEYS[i]) end
  end`;
