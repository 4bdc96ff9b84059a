import { clockDiagnosis } from './diagnosis.js';
import { type RedisPurpose, redisFindings } from './redis-findings.js';

const healthy = {
  redis_version: '7.0.15',
  role: 'master',
  maxmemory: '335544320',
  used_memory: '900000',
  maxmemory_policy: 'noeviction',
  aof_enabled: '1',
  aof_last_write_status: 'ok',
};
const reported = (fields: Record<string, string>, purpose: RedisPurpose = 'sessions', snapshots?: string) =>
  redisFindings(new Map(Object.entries({ ...healthy, ...fields })), purpose, snapshots).filter(
    ({ state }) => state !== 'ok',
  );

it('reports no problem for the Redis settings of compose', () => {
  expect(reported({})).toEqual([]);
});

it.each([
  [{ maxmemory_policy: 'allkeys-lru' }, 'error', 'Set maxmemory-policy to noeviction.'],
  [{ aof_enabled: '0' }, 'warning', 'Set appendonly to yes. Otherwise visitors must pass the gate again.'],
  [{ redis_version: '6.2.1' }, 'error', 'Upgrade it to 7 or newer.'],
  [{ role: 'slave' }, 'error', 'Set REDIS_URL to the primary.'],
  [{ maxmemory: '0' }, 'warning', 'Set maxmemory to two thirds of the memory of its host or container.'],
  [{ maxmemory: '1000000' }, 'warning', 'Raise its maxmemory: when it is full, no visitor can enter.'],
  [
    { aof_last_write_status: 'err' },
    'error',
    'Free space on the disk of Redis. Until then it may reject writes.',
  ],
  [
    { rdb_last_bgsave_status: 'err' },
    'error',
    'Free space on the disk of Redis. Until then it may reject writes.',
  ],
])('gives a remedy for %j', (fields, state, remedy) => {
  expect(reported(fields)).toEqual([expect.objectContaining({ state, remedy })]);
});

it('reports no problem for a Redis for calls without persistence', () => {
  expect(reported({ aof_enabled: '0' }, 'calls', '')).toEqual([]);
  expect(reported({ aof_enabled: '0' }, 'calls', undefined)).toEqual([]);
});

it.each([
  ['an append-only file', { aof_enabled: '1' }, ''],
  ['snapshots', { aof_enabled: '0' }, '3600 1 300 100 60 10000'],
])('warns about passwords on the disk of a Redis for calls with %s', (_name, fields, snapshots) => {
  expect(reported(fields, 'calls', snapshots)).toEqual([
    expect.objectContaining({ state: 'warning', finding: expect.stringContaining('passwords') }),
  ]);
});

it.each([
  [1_000, 'ok'],
  [-10_000, 'warning'],
  [61_000, 'error'],
])('evaluates a clock difference of %d ms', (differenceMs, state) => {
  expect(clockDiagnosis('Redis', 1e12 + differenceMs, 1e12)).toMatchObject({ state });
});
