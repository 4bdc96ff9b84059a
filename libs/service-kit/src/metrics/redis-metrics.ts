import type { redisFromUrl } from '@secure-preview/rpc';
import { GaugeSources } from './gauge-sources.js';
import { metric } from './registry.js';

type Redis = ReturnType<typeof redisFromUrl>;

const connections = new GaugeSources<Redis>();

metric.gauge(
  'portal_redis_connection_up',
  'Availability of each connection to Redis (1 or 0).',
  ['connection'],
  (gauge) => {
    gauge.reset();
    for (const [connection, { status }] of connections) {
      gauge.set({ connection }, status === 'ready' ? 1 : 0);
    }
  },
);
metric.gauge(
  'portal_redis_commands_waiting',
  'Redis commands waiting for a reply.',
  ['connection'],
  (gauge) => {
    gauge.reset();
    for (const [connection, { commandQueue }] of connections) gauge.set({ connection }, commandQueue.length);
  },
);

/** Measures a connection until it is closed permanently. */
export function watchRedis(redis: Redis): Redis {
  const unwatch = connections.add(redis.options.connectionName ?? 'unnamed', redis);
  redis.once('end', unwatch);
  return redis;
}
