import { redisFromUrl } from '@secure-preview/rpc';
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
  redis.on('error', (error) => logger.warn({ err: error }, 'Redis'));
  return redis;
}
