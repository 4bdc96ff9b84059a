import type { Redis } from 'ioredis';

/** Prefixes of rate-limit counters. They are not deleted: a restore must not grant extra attempts. */
const COUNTERS = ['portal:tries:', 'portal:leads', 'portal:entry:'];
/** Keys that Redis examines for each SCAN call. */
const SCAN_COUNT = 1000;

/**
 * Deletes sessions, ended visits and playbacks, uploader levels and all other keys of the portal in Redis, except
 * counters. State from before a restore must not remain valid. Otherwise a lead captured after the backup would still
 * have access, without any record of the terms it accepted.
 *
 * @returns the number of deleted keys
 */
export async function clearVisitorState(redis: Redis): Promise<number> {
  let deleted = 0;
  let cursor = '0';
  do {
    const [next, found] = await redis.scan(cursor, 'MATCH', 'portal:*', 'COUNT', SCAN_COUNT);
    const keys = found.filter((key) => !COUNTERS.some((prefix) => key.startsWith(prefix)));
    if (keys.length > 0) deleted += await redis.unlink(...keys);
    cursor = next;
  } while (cursor !== '0');
  return deleted;
}
