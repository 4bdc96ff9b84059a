import { startTestRedisSentinel, type TestRedisSentinel } from './redis-sentinel.js';

describe('the test Sentinels', () => {
  let redis: TestRedisSentinel;
  beforeAll(async () => {
    redis = await startTestRedisSentinel();
  });
  afterAll(() => redis?.stop());

  it('promote the replica and keep its data when the master is killed', async () => {
    const first = await redis.master();
    await first.withConnection((client) => client.set('key', 'value'));
    await redis.waitForReplication();
    await first.kill9();
    const second = await redis.waitForFailover(first);
    expect(await second.withConnection((client) => client.get('key'))).toBe('value');
    await first.restart();
    await redis.waitForReplication();
    await redis.switchOver();
    expect(await redis.master()).toBe(first);
  });
});
