import { Redis } from 'ioredis';
import { startTestRedis, type TestRedis } from './redis.js';

describe('the test Redis', () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await startTestRedis();
  });
  afterAll(() => redis.stop());

  async function withConnection<T>(work: (client: Redis) => Promise<T>, url = redis.url): Promise<T> {
    const client = new Redis(url, { maxRetriesPerRequest: 0, retryStrategy: null, disconnectTimeout: 1 });
    client.on('error', () => undefined);
    try {
      return await work(client);
    } finally {
      client.disconnect();
    }
  }

  it('requires its password', async () => {
    await expect(
      withConnection((client) => client.ping(), `redis://127.0.0.1:${redis.port}`),
    ).rejects.toThrow('NOAUTH');
    await expect(withConnection((client) => client.ping())).resolves.toBe('PONG');
  });

  it('keeps keys after kill -9 and a restart, and removes them on flush', async () => {
    await withConnection((client) => client.set('key', 'value'));
    await redis.kill9();
    await expect(withConnection((client) => client.ping())).rejects.toThrow();
    await redis.restart();
    await expect(withConnection((client) => client.get('key'))).resolves.toBe('value');
    await redis.flush();
    await expect(withConnection((client) => client.get('key'))).resolves.toBeNull();
  });
});
