import { redisFromUrl, reportConnection, watchConnection } from '@secure-preview/rpc';
import { type Logger, traceRedis, watchRedis } from '@secure-preview/service-kit';
import type { Redis } from 'ioredis';

/** Timeout of a command in milliseconds. In an outage, commands fail soon instead of waiting. */
const COMMAND_MS = 2000;

/**
 * Creates the connection for counters, the epoch, ended visits and playbacks. It opens in the background and reconnects
 * after an outage.
 */
export function openRedis(url: string, logger: Logger): Redis {
  const redis = redisFromUrl(url, { connectionName: 'auth', commandTimeout: COMMAND_MS, lazyConnect: false });
  reportConnection(redis, {
    failed: (error) => logger.warn({ err: error }, 'the Redis of sessions and counters is unreachable'),
    recovered: () => logger.info('the Redis of sessions and counters is reachable again'),
  });
  const unwatch = watchConnection(redis);
  redis.on('end', unwatch);
  return traceRedis(watchRedis(redis));
}
