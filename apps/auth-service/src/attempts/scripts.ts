/**
 * Takes one try from every count, or from none: a refusal is no try, or it would use up those of who has the right
 * password. In one step with the mark of the command, so that a command sent twice neither draws twice nor guesses
 * free.
 *
 * KEYS: the command's mark, then the counts. ARGV: seconds that the mark lives, then limit and seconds of each count.
 * Returns 0, or the milliseconds until a full count begins anew.
 */
export const TAKE = `
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

/** Undoes TAKE once, on the same keys. A count that began anew meanwhile never goes below nothing. */
export const GIVE_BACK = `
  if redis.call('DEL', KEYS[1]) == 0 then return end
  for i = 2, #KEYS do
    if tonumber(redis.call('GET', KEYS[i]) or '0') > 0 then redis.call('DECR', KEYS[i]) end
  end`;
