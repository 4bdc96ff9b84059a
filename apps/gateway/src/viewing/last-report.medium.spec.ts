import { randomUUID } from 'node:crypto';
import { redisKeys } from '@secure-preview/contracts';
import { until } from '@secure-preview/testing';
import { Redis } from 'ioredis';
import { holdCalls, services } from '../testing/fakes.js';
import {
  type RunningGateway,
  startTestEnvironment,
  type TestEnvironment,
} from '../testing/running-gateway.js';
import { cookieOf, lead, stranger } from '../testing/visitors.js';

let env: TestEnvironment;
let gateway: RunningGateway;
let redis: Redis;

beforeAll(async () => {
  env = await startTestEnvironment();
  await env.serveAll();
  gateway = await env.readyGateway();
  redis = new Redis(env.redis.url);
});
afterAll(async () => {
  redis?.disconnect();
  await env?.stop();
});

describe('when a session ends during playback', () => {
  it.each([
    [
      'a logout in another tab',
      (cookie: string) => stranger(gateway).post('/api/auth/logout').set('cookie', cookie).expect(200),
      401,
    ],
    [
      'the end of the visit by the administrator',
      () => redis.set(redisKeys.visitEnded(services.leadIds.at(-1) ?? ''), '1'),
      403,
    ],
  ])('stores a report in progress, and rejects later ones after %s', async (_event, end, rejected) => {
    const cookie = cookieOf(await stranger(gateway).post('/api/auth/lead-capture').send(lead));
    const id = randomUUID();
    const report = (seconds: number) =>
      stranger(gateway)
        .patch(`/api/viewing-session/${id}`)
        .set('cookie', cookie)
        .send({ duration: `0:0${seconds}`, completed: 'false', ranges: [[0, seconds]] })
        .then(({ status }) => status);
    const release = holdCalls();
    const pending = report(3);
    await until(() => services.heldCalls === 1, { what: 'the report' });
    await end(cookie);
    expect(await report(4)).toBe(rejected);
    release();
    expect(await pending).toBe(200);
    expect(await report(5)).toBe(rejected);
    const stored = services.updates.filter((input) => input.id === id);
    expect(stored.map(({ update }) => update.ranges)).toEqual([[[0, 3]]]);
  });
});
