import { randomUUID } from 'node:crypto';
import { until } from '@secure-preview/testing';
import { Redis } from 'ioredis';
import { staffLeads } from '../testing/fake-people.js';
import { services } from '../testing/fakes.js';
import { startTestEnvironment, type TestEnvironment } from '../testing/running-gateway.js';

/** Redis key that exists for a day after a comparison. */
const COMPARED = 'portal:staff-compared';
let env: TestEnvironment;
let redis: Redis;

beforeAll(async () => {
  env = await startTestEnvironment();
  redis = new Redis(env.redis.url);
  await env.serveAll();
});
afterAll(async () => {
  redis?.disconnect();
  await env?.stop();
});

it('marks all leads of staff, once a day', async () => {
  services.staffLeads = [randomUUID(), randomUUID(), randomUUID()];
  await env.readyGateway();
  const isCompared = async () => (await redis.exists(COMPARED)) === 1;
  await until(isCompared, { deadlineMs: 15_000, what: 'the comparison' });
  expect(staffLeads.ids).toEqual(services.staffLeads.toSorted());
  const days = (await redis.pttl(COMPARED)) / 86_400_000;
  expect(days).toBeGreaterThan(0.99);
  expect(days).toBeLessThanOrEqual(1);
});

it('begins again after a failure', async () => {
  staffLeads.ids = [];
  staffLeads.isFailing = true;
  await redis.del(COMPARED);
  await until(() => staffLeads.failures > 0, { deadlineMs: 15_000, what: 'a failed comparison' });
  expect(await redis.exists(COMPARED)).toBe(0);
  staffLeads.isFailing = false;
  await until(() => staffLeads.ids.length === 3, { deadlineMs: 15_000, what: 'the comparison' });
});
