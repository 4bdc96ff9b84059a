import { Redis } from 'ioredis';
import { webhookError, webhooks } from '../testing/fake-webhooks.js';
import { services } from '../testing/fakes.js';
import { PublishedAccess } from '../testing/published-access.js';
import {
  type RunningGateway,
  startTestEnvironment,
  type TestEnvironment,
} from '../testing/running-gateway.js';
import { stranger, uploader, viewer } from '../testing/visitors.js';

const URL = 'https://hooks.example/portal';
let env: TestEnvironment;
let gateway: RunningGateway;
let redis: Redis;
let published: PublishedAccess;

beforeAll(async () => {
  env = await startTestEnvironment();
  await env.serveAll();
  gateway = await env.readyGateway();
  redis = new Redis(env.redis.url);
  published = new PublishedAccess(redis);
  await published.uploadEpoch();
});
afterAll(async () => {
  redis?.disconnect();
  await env?.stop();
});

it('fails without an address, and has no deliveries', async () => {
  const administrator = await uploader(gateway);
  const none = { lastTest: null, lastDelivered: null, lastError: null };
  await administrator.get('/api/webhook').expect(200, none);
  for (const request of [administrator.get('/api/webhook/secret'), administrator.post('/api/webhook/test')]) {
    const { body } = await request.expect(409);
    expect(body.code).toBe('WEBHOOK_NOT_SET');
  }
  expect(webhooks).toEqual({ statusOf: [], tests: [] });
});

it('concerns the address in the settings, also right after another gateway saved it', async () => {
  const administrator = await uploader(gateway);
  const version = services.settings.version + 1;
  services.settings = { version, overrides: { webhookUrl: URL, companyName: 'Halcyon' } };
  const { body, headers } = await administrator.get('/api/webhook/secret').expect(200);
  expect([body, headers['cache-control']]).toEqual([{ secret: `whsec_${URL}` }, 'no-store']);
  const other = { url: 'https://other.example' };
  await administrator.post('/api/webhook/test').send(other).expect(200, { key: 'webhook-test:1' });
  expect(webhooks.tests).toEqual([{ url: URL, companyName: 'Halcyon' }]);
  const status = await administrator.get('/api/webhook').expect(200);
  expect(status.body).toEqual({ lastTest: null, lastDelivered: null, lastError: webhookError });
  expect(webhooks.statusOf).toEqual([URL]);
});

it('sends at most 10 tests a minute for a session', async () => {
  const [administrator, other] = [await uploader(gateway), await uploader(gateway)];
  const version = services.settings.version + 1;
  services.settings = { version, overrides: { webhookUrl: URL } };
  const sent = webhooks.tests.length;
  for (let test = 0; test < 10; test++) await administrator.post('/api/webhook/test').expect(200);
  const { body, headers } = await administrator.post('/api/webhook/test').expect(429);
  expect(body.code).toBe('TOO_MANY_REQUESTS');
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect(webhooks.tests).toHaveLength(sent + 10);
  await other.post('/api/webhook/test').expect(200);
});

it('is open only to uploaders', async () => {
  const inside = await viewer(gateway);
  await inside.get('/api/webhook/secret').expect(403);
  await inside.post('/api/webhook/test').expect(403);
  await stranger(gateway).get('/api/webhook').expect(401);
});
