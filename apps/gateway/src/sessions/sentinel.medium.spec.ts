import { startTestRedisSentinel, type TestRedisSentinel, until } from '@secure-preview/testing';
import {
  type RunningGateway,
  startTestEnvironment,
  type TestEnvironment,
} from '../testing/running-gateway.js';
import { lead, stranger, viewer } from '../testing/visitors.js';

describe('when a replica replaces the session Redis', () => {
  let env: TestEnvironment;
  let redis: TestRedisSentinel;
  let gateway: RunningGateway;

  beforeAll(async () => {
    [env, redis] = await Promise.all([startTestEnvironment(), startTestRedisSentinel()]);
    await env.serveAll();
    gateway = await env.readyGateway({ REDIS_URL: redis.url, RPC_REDIS_URL: env.redis.url });
  });
  afterAll(async () => {
    await env?.stop();
    await redis?.stop();
  });

  it('keeps existing sessions, answers requests during the failover, and begins new sessions', async () => {
    const agent = await viewer(gateway);
    await redis.waitForReplication();
    const oldMaster = await redis.master();
    await oldMaster.kill9();
    await agent.get('/api/auth/status').expect(503);
    await redis.waitForFailover(oldMaster);
    await until(async () => (await agent.get('/api/auth/status')).status === 200, { deadlineMs: 20_000 });
    expect((await agent.get('/api/auth/status')).body).toMatchObject({
      authenticated: true,
      viewer: { email: lead.email },
    });
    await stranger(gateway).post('/api/auth/lead-capture').send(lead).expect(200);
    expect((await gateway.startup.detail())['redis']).toBe('ok');
  });
});
