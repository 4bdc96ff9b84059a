import { redisKeys } from '@secure-preview/contracts';
import type { Redis } from 'ioredis';
import * as z from 'zod/mini';

/**
 * Trailer granted to a session by sending it the master playlist. Times are Unix times in milliseconds.
 */
const playbackGrant = z.object({
  id: z.uuid(),
  durationSeconds: z.nullable(z.number()),
  firstAt: z.number(),
  lastAt: z.number(),
  /**
   * Granted to an uploader while another trailer was active. Valid only while the session has the uploader's
   * level.
   */
  preview: z.boolean(),
  /** Mark id of the person of a lead, if the trailer is marked. */
  mark: z.optional(z.object({ leadId: z.uuid(), markId: z.uuid() })),
});
export type PlaybackGrant = z.infer<typeof playbackGrant>;

/** Previews have separate fields, so they neither create nor extend the right to finish a trailer. */
const fieldOf = ({ id, preview }: Pick<PlaybackGrant, 'id' | 'preview'>) => (preview ? `preview:${id}` : id);

/** KEYS: hash of grants. ARGV: field, grant, lifetime in seconds. Preserves an earlier `firstAt`. */
const REMEMBER = `
local known = redis.call('HGET', KEYS[1], ARGV[1])
local grant = cjson.decode(ARGV[2])
if known then grant.firstAt = cjson.decode(known).firstAt end
redis.call('HSET', KEYS[1], ARGV[1], cjson.encode(grant))
redis.call('EXPIRE', KEYS[1], ARGV[3])
return 1`;

/** Records that a session was granted a trailer. All grants expire `seconds` after the last grant. */
export async function rememberGrant(
  redis: Redis,
  sessionRef: string,
  { id, durationSeconds, preview, mark }: Pick<PlaybackGrant, 'id' | 'durationSeconds' | 'preview' | 'mark'>,
  seconds: number,
): Promise<void> {
  const now = Date.now();
  const grant = JSON.stringify({ id, durationSeconds, firstAt: now, lastAt: now, preview, mark });
  await redis.eval(REMEMBER, 1, redisKeys.grants(sessionRef), fieldOf({ id, preview }), grant, seconds);
}

/**
 * Returns the trailers granted in the last `seconds`, latest first.
 *
 * @param hash alternating field names and values, as read with the session
 */
export function playbackGrants(hash: readonly string[], seconds: number): PlaybackGrant[] {
  const since = Date.now() - seconds * 1000;
  return hash
    .filter((_, index) => index % 2 === 1)
    .map((value) => playbackGrant.parse(JSON.parse(value)))
    .filter(({ lastAt }) => lastAt > since)
    .sort((a, b) => b.lastAt - a.lastAt);
}
