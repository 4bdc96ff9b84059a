import { Redis } from 'ioredis';
import { requestedUnsentMails, unsentMails } from '../testing/fake-unsent-mails.js';
import { PublishedAccess } from '../testing/published-access.js';
import {
  type RunningGateway,
  startTestEnvironment,
  type TestEnvironment,
} from '../testing/running-gateway.js';
import { stranger, uploader, viewer } from '../testing/visitors.js';

let env: TestEnvironment;
let gateway: RunningGateway;
let redis: Redis;

beforeAll(async () => {
  env = await startTestEnvironment();
  await env.serveAll();
  gateway = await env.readyGateway();
  redis = new Redis(env.redis.url);
  await new PublishedAccess(redis).uploadEpoch();
});
afterAll(async () => {
  redis?.disconnect();
  await env?.stop();
});

it('lists unsent mails for administrators only', async () => {
  await (await uploader(gateway)).get('/api/unsent-mails').expect(200, unsentMails);
  await (await viewer(gateway)).get('/api/unsent-mails').expect(403);
  await stranger(gateway).get('/api/unsent-mails').expect(401);
});

it('lists five unsent mails, or the requested page', async () => {
  const agent = await uploader(gateway);
  await agent.get('/api/unsent-mails').expect(200);
  await agent.get('/api/unsent-mails?limit=100&cursor=next').expect(200);
  expect(requestedUnsentMails.slice(-2)).toEqual([{ limit: 5 }, { limit: 100, cursor: 'next' }]);
  await agent.get('/api/unsent-mails?limit=251').expect(400);
});
