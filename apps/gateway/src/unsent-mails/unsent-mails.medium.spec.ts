import { Redis } from 'ioredis';
import { unsentMails } from '../testing/fake-unsent-mails.js';
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
