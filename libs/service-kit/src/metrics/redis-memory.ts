import type { redisFromUrl } from '@secure-preview/rpc';
import { GaugeSources } from './gauge-sources.js';
import { redisInfo, redisMemory } from './redis-info.js';
import { metric } from './registry.js';
import { sharedRead } from './shared-read.js';

type Redis = Pick<ReturnType<typeof redisFromUrl>, 'status' | 'info' | 'once'>;
type Memory = ReturnType<typeof redisMemory>;

const servers = new GaugeSources<() => Promise<Memory | undefined>>();

/** Defines a gauge. Omits the series of a Redis that is unavailable. */
function memoryGauge(name: string, help: string, readBytes: (memory: Memory) => number): void {
  metric.gauge(name, help, ['redis'], async (gauge) => {
    gauge.reset();
    for (const [redis, read] of servers) {
      const memory = await read();
      if (memory) gauge.set({ redis }, readBytes(memory));
    }
  });
}

memoryGauge(
  'portal_redis_memory_used_bytes',
  'Memory used by a Redis; all processes report the same value.',
  ({ used }) => used,
);
memoryGauge(
  'portal_redis_memory_limit_bytes',
  'Memory limit of a Redis, above which it rejects writes; 0 without a limit.',
  ({ allowed }) => allowed,
);

async function memoryOf(redis: Redis): Promise<Memory | undefined> {
  if (redis.status !== 'ready') return undefined;
  try {
    return redisMemory(redisInfo(await redis.info('memory')));
  } catch {
    return undefined;
  }
}

/** Measures the memory of the server of a connection, until the connection is closed permanently. */
export function watchRedisMemory(name: string, redis: Redis): void {
  redis.once(
    'end',
    servers.add(
      name,
      sharedRead(() => memoryOf(redis)),
    ),
  );
}
