import { EventEmitter } from 'node:events';
import { watchRedisMemory } from './redis-memory.js';
import { metricsText } from './registry.js';

/** Creates a fake of an ioredis connection. */
function connection(status: string, info: () => Promise<string>) {
  return Object.assign(new EventEmitter(), { status, info }) as unknown as Parameters<
    typeof watchRedisMemory
  >[1] &
    EventEmitter;
}
const reported = async () => (await metricsText()).match(/^portal_redis_memory_\w+\{.*$/gm) ?? [];
const MEMORY = '# Memory\r\nused_memory:1200\r\nused_memory_rss:5000\r\nmaxmemory:4000\r\n';

it('exports used and allowed memory until the connection ends', async () => {
  const redis = connection('ready', async () => MEMORY);
  watchRedisMemory('sessions', redis);
  expect(await reported()).toEqual([
    'portal_redis_memory_used_bytes{redis="sessions"} 1200',
    'portal_redis_memory_limit_bytes{redis="sessions"} 4000',
  ]);
  redis.emit('end');
  expect(await reported()).toEqual([]);
});

it('omits a Redis that is unavailable or does not answer, and exports all others', async () => {
  const answers = [
    connection('reconnecting', async () => MEMORY),
    connection('ready', () => Promise.reject(new Error('Command timed out'))),
  ];
  for (const redis of answers) watchRedisMemory('unavailable', redis);
  expect(await reported()).toEqual([]);
  expect(await metricsText()).toContain('process_cpu_seconds_total');
  for (const redis of answers) redis.emit('end');
});
