import { Redis } from 'ioredis';
import { startTestRedis, type TestRedis } from './redis.js';

describe('the test Redis', () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await startTestRedis();
  });
  afterAll(() => redis.stop());

  async function ask<T>(work: (client: Redis) => Promise<T>, url = redis.url): Promise<T> {
    const client = new Redis(url, { maxRetriesPerRequest: 0, retryStrategy: null, disconnectTimeout: 1 });
    client.on('error', () => undefined);
    try {
      return await work(client);
    } finally {
      client.disconnect();
    }
  }

  it('requires its password', async () => {
    await expect(ask((client) => client.ping(), `redis://127.0.0.1:${redis.port}`)).rejects.toThrow('NOAUTH');
    await expect(ask((client) => client.ping())).resolves.toBe('PONG');
  });

  it('keeps keys over a kill -9 and a restart, and loses them to a flush', async () => {
    await ask((client) => client.set('kept', 'yes'));
    await redis.kill9();
    await expect(ask((client) => client.ping())).rejects.toThrow();
    await redis.restart();
    await expect(ask((client) => client.get('kept'))).resolves.toBe('yes');
    await redis.flush();
    await expect(ask((client) => client.get('kept'))).resolves.toBeNull();
  });
});
