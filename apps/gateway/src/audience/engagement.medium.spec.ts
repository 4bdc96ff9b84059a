import { randomUUID } from 'node:crypto';
import { until } from '@secure-preview/testing';
import { Redis } from 'ioredis';
import { engagement, unwatchedTrailers } from '../testing/fake-engagement.js';
import { trailer } from '../testing/fakes.js';
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
  const published = new PublishedAccess(redis);
  await published.uploadEpoch();
  await published.settings({ companyName: 'Halcyon', timeZone: 'Asia/Tokyo' });
  await until(async () => (await stranger(gateway).get('/api/config')).body.companyName === 'Halcyon');
});
afterAll(async () => {
  redis?.disconnect();
  await env?.stop();
});
afterEach(() => {
  unwatchedTrailers.length = 0;
});

const pathOf = (trailerId: string) => `/api/audience/versions/${trailerId}`;

it('has days in the time zone of the portal', async () => {
  const trailerId = randomUUID();
  const { body } = await (await uploader(gateway)).get(pathOf(trailerId)).expect(200);
  expect(body).toEqual({ ...engagement, trailerId, timeZone: 'Asia/Tokyo' });
});

it('has the length of a version that nobody watched', async () => {
  unwatchedTrailers.push(trailer.id);
  const { body } = await (await uploader(gateway)).get(pathOf(trailer.id)).expect(200);
  expect(body).toMatchObject({ viewers: 0, lengthSeconds: 90, buckets: [] });
});

it('is not found for an unknown version', async () => {
  const unknown = randomUUID();
  unwatchedTrailers.push(unknown);
  const administrator = await uploader(gateway);
  for (const trailerId of [unknown, 'x']) {
    const { body } = await administrator.get(pathOf(trailerId)).expect(404);
    expect(body.code).toBe('TRAILER_NOT_FOUND');
  }
});

it('is open only to uploaders', async () => {
  await stranger(gateway).get(pathOf(trailer.id)).expect(401);
  await (await viewer(gateway)).get(pathOf(trailer.id)).expect(403);
});
