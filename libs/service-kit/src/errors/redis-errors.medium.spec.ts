import { once } from 'node:events';
import { redisFromUrl } from '@secure-preview/rpc';
import { startTestRedis, type TestRedis } from '@secure-preview/testing';
import type { Redis } from 'ioredis';
import { mapConnectionError } from './connection-errors.js';

let server: TestRedis;
let redis: Redis;
beforeAll(async () => {
  server = await startTestRedis();
});
beforeEach(async () => {
  redis = redisFromUrl(server.url);
  redis.on('error', () => undefined);
  await redis.connect();
});
afterEach(() => {
  if (redis.status !== 'end') redis.disconnect();
});
afterAll(() => server?.stop());

const failures: Record<string, () => Promise<unknown>> = {
  "Stream isn't writeable and enableOfflineQueue options is false": () => {
    redis.disconnect();
    return redis.get('key');
  },
  'Connection is closed.': async () => {
    const closed = once(redis, 'end');
    redis.disconnect();
    await closed;
    await redis.get('key');
  },
  'Command timed out': async () => {
    redis.options.commandTimeout = 100;
    await redis.blpop('key', 60);
  },
};

it.each(Object.entries(failures))('maps “%s” to SERVICE_UNAVAILABLE', async (message, fail) => {
  const error = await fail().catch((error: unknown) => error);
  expect(error).toMatchObject({ message });
  expect(mapConnectionError(error)).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
});

it.each([
  ['NOREPLICAS', 'min-replicas-to-write'],
  ['OOM', 'maxmemory'],
])('maps a write that Redis rejects with %s to SERVICE_UNAVAILABLE', async (code, setting) => {
  await redis.config('SET', setting, '1');
  const error = await redis.set('key', 'value').catch((error: unknown) => error);
  await redis.config('SET', setting, '0');
  expect(error).toMatchObject({ name: 'ReplyError', message: expect.stringMatching(`^${code} `) });
  expect(mapConnectionError(error)).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
});

it('maps a read from a replica without its master to SERVICE_UNAVAILABLE', async () => {
  await redis.config('SET', 'replica-serve-stale-data', 'no');
  await redis.replicaof('127.0.0.1', 1);
  const error = await redis.get('key').catch((error: unknown) => error);
  await redis.replicaof('NO', 'ONE');
  expect(error).toMatchObject({ name: 'ReplyError', message: expect.stringMatching('^MASTERDOWN ') });
  expect(mapConnectionError(error)).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
});

it('returns the reply to an unknown command unchanged', async () => {
  const error = await redis.call('UNKNOWN').catch((error: unknown) => error);
  expect(error).toMatchObject({ name: 'ReplyError' });
  expect(mapConnectionError(error)).toBe(error);
});
