import { redisKeys } from '@secure-preview/contracts';
import type { Redis } from 'ioredis';
import * as z from 'zod/mini';

/** A trailer as a session was given it, with its first playlist. Times are milliseconds of the gateways' clocks. */
const playbackGrant = z.object({
  id: z.uuid(),
  durationSeconds: z.nullable(z.number()),
  firstAt: z.number(),
  lastAt: z.number(),
  /** Given to the administrator while another trailer was shown: a right only as long as the level is held. */
  preview: z.boolean(),
});
export type PlaybackGrant = z.infer<typeof playbackGrant>;

/** Previews have fields of their own, so that they neither become nor prolong what the session may finish. */
const fieldOf = ({ id, preview }: Pick<PlaybackGrant, 'id' | 'preview'>) => (preview ? `preview:${id}` : id);

/** KEYS: trailers by field. ARGV: field, trailer, seconds to keep all. Since when it was given stays as it is. */
const REMEMBER = `
local known = redis.call('HGET', KEYS[1], ARGV[1])
local trailer = cjson.decode(ARGV[2])
if known then trailer.firstAt = cjson.decode(known).firstAt end
redis.call('HSET', KEYS[1], ARGV[1], cjson.encode(trailer))
redis.call('EXPIRE', KEYS[1], ARGV[3])
return 1`;

/** Keeps that a session was given a trailer, for as many seconds after the last one. */
export async function rememberGrant(
  redis: Redis,
  sessionRef: string,
  { id, durationSeconds, preview }: Pick<PlaybackGrant, 'id' | 'durationSeconds' | 'preview'>,
  seconds: number,
): Promise<void> {
  const now = Date.now();
  const trailer = JSON.stringify({ id, durationSeconds, firstAt: now, lastAt: now, preview });
  await redis.eval(REMEMBER, 1, redisKeys.grants(sessionRef), fieldOf({ id, preview }), trailer, seconds);
}

/**
 * The trailers that a session was given in the last `seconds`, the last one first, as the hash was read with the
 * session: names and values in turn.
 */
export function playbackGrants(hash: readonly string[], seconds: number): PlaybackGrant[] {
  const since = Date.now() - seconds * 1000;
  return hash
    .filter((_, index) => index % 2 === 1)
    .map((value) => playbackGrant.parse(JSON.parse(value)))
    .filter(({ lastAt }) => lastAt > since)
    .sort((one, other) => other.lastAt - one.lastAt);
}
