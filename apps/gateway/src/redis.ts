import { redisFromUrl, watchConnection } from '@secure-preview/rpc';
import type { Logger } from '@secure-preview/service-kit';
import type { Redis } from 'ioredis';

/** Milliseconds a command may take: an outage is an answer at once, not a wait. */
const COMMAND_MS = 1500;

/** The connection for sessions and counters. It opens by itself and comes back after an outage. */
export function openRedis(url: string, logger: Logger): Redis {
  const redis = redisFromUrl(url, {
    connectionName: 'gateway',
    commandTimeout: COMMAND_MS,
    lazyConnect: false,
    enableAutoPipelining: true,
  });
  let lastError = '';
  redis.on('error', (error: Error) => {
    // Once per cause and not once per attempt.
    if (error.message === lastError) return;
    lastError = error.message;
    logger.warn({ err: error }, 'the Redis of sessions cannot be reached');
  });
  redis.on('ready', () => {
    if (lastError !== '') logger.info('the Redis of sessions is back');
    lastError = '';
  });
  const unwatch = watchConnection(redis);
  redis.on('end', unwatch);
  return redis;
}
