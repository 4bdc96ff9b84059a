import { redisFromUrl, reportConnection, watchConnection } from '@secure-preview/rpc';
import { type Logger, traceRedis, watchRedis, watchRedisMemory } from '@secure-preview/service-kit';
import { type LiveRedis, withLiveScripts } from './live/live-scripts.js';
import { type SessionRedis, withSessionScripts } from './sessions/session-scripts.js';

/** Limit for a command. During an outage, requests must fail fast instead of waiting. */
const COMMAND_MS = 1500;

/**
 * Opens the connection for sessions and counters. It connects in the background and reconnects after an
 * outage.
 */
export function openRedis(url: string, logger: Logger): SessionRedis & LiveRedis {
  const redis = redisFromUrl(url, {
    connectionName: 'gateway',
    commandTimeout: COMMAND_MS,
    lazyConnect: false,
    enableAutoPipelining: true,
  });
  reportConnection(redis, {
    failed: (error) => logger.warn({ err: error }, 'the session Redis is unreachable'),
    recovered: () => logger.info('the session Redis is reachable again'),
  });
  const unwatch = watchConnection(redis);
  redis.on('end', unwatch);
  watchRedisMemory('sessions', redis);
  return withLiveScripts(withSessionScripts(traceRedis(watchRedis(redis))));
}
