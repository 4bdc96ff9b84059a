import type { Redis } from 'ioredis';

/** What counts tries stays: emptying a portal gives nobody more of them. */
const COUNTERS = ['portal:tries:', 'portal:leads'];
const AT_ONCE = 1000;

/**
 * Ends every session that Redis still has, and forgets which visits were ended and whose tab was an uploader's: of what the
 * portal was before it was emptied and filled from a backup, nothing may count. A lead that came after the backup would
 * be let in, without any record of what it accepted.
 *
 * @returns how many keys there were
 */
export async function endSessions(redis: Redis): Promise<number> {
  let ended = 0;
  let cursor = '0';
  do {
    const [next, found] = await redis.scan(cursor, 'MATCH', 'portal:*', 'COUNT', AT_ONCE);
    const keys = found.filter((key) => !COUNTERS.some((prefix) => key.startsWith(prefix)));
    if (keys.length > 0) ended += await redis.unlink(...keys);
    cursor = next;
  } while (cursor !== '0');
  return ended;
}
