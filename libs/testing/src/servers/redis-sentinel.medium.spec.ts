import { startTestRedisSentinel, type TestRedisSentinel } from './redis-sentinel.js';

describe('the test Sentinels', () => {
  let redis: TestRedisSentinel;
  beforeAll(async () => {
    redis = await startTestRedisSentinel();
  });
  afterAll(() => redis?.stop());

  it('promote the replica when the master dies, and keep what was replicated', async () => {
    const first = await redis.master();
    await first.ask((client) => client.set('kept', 'yes'));
    await redis.replicated();
    await first.kill9();
    const second = await redis.failedOver(first);
    expect(await second.ask((client) => client.get('kept'))).toBe('yes');
    await first.restart();
    await redis.replicated();
    await redis.switchOver();
    expect(await redis.master()).toBe(first);
  });
});
