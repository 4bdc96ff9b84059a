import { errorBody, redisKeys } from '@secure-preview/contracts';
import { metricsText } from '@secure-preview/service-kit';
import { sumOf, until } from '@secure-preview/testing';
import { Redis } from 'ioredis';
import * as z from 'zod/mini';
import { holdCalls, services } from '../testing/fakes.js';
import {
  type RunningGateway,
  startTestEnvironment,
  type TestEnvironment,
} from '../testing/running-gateway.js';
import { cookieOf, lead, stranger, uploader } from '../testing/visitors.js';

/** Slots of the gateway. With ten, the share of each class is a whole number. */
const SLOTS = 10;

let env: TestEnvironment;
let gateway: RunningGateway;
let viewerCookie: string;
let administrator: Awaited<ReturnType<typeof uploader>>;
let release: () => void;

beforeAll(async () => {
  env = await startTestEnvironment();
  await env.serveAll();
  const redis = new Redis(env.redis.url);
  await redis.set(redisKeys.uploadEpoch, services.epoch);
  redis.disconnect();
  gateway = await env.readyGateway({ MAX_REQUESTS_IN_FLIGHT: SLOTS });
  viewerCookie = cookieOf(await stranger(gateway).post('/api/auth/lead-capture').send(lead));
  administrator = await uploader(gateway);
});
beforeEach(() => {
  release = holdCalls();
});
afterEach(() => release());
afterAll(() => env?.stop());

const watch = () => stranger(gateway).post('/api/access-log').set('cookie', viewerCookie);
/** Starts `count` requests that stay in progress until calls are released. */
async function occupy(count: number): Promise<Promise<number>[]> {
  const started = Array.from({ length: count }, () => watch().then(({ status }) => status));
  await until(() => services.heldCalls === count, { what: `${count} requests in progress` });
  return started;
}
const shedCount = async (kind: string) =>
  sumOf(await metricsText(), 'portal_http_requests_shed_total', { class: kind, reason: 'in_flight' }) ?? 0;

it('with nine of ten slots taken, admits only leads, and answers other requests with Retry-After', async () => {
  const before = await shedCount('watching');
  const requests = await occupy(9);
  const refused = await watch();
  expect(refused.status).toBe(503);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(z.parse(errorBody, refused.body)).toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    params: { retryAfterSeconds: Number(refused.headers['retry-after']) },
    requestId: refused.headers['x-request-id'],
  });
  await administrator.get('/api/trailers').expect(503);
  await stranger(gateway).get('/api/config').expect(503);
  await stranger(gateway).get('/assets/app-1a2b3c.js').expect(503);
  await stranger(gateway).get('/api/health/live').expect(200);
  await stranger(gateway).get('/api/health/ready').expect(200);
  const entered = await stranger(gateway).post('/api/auth/lead-capture').send(lead);
  expect(entered.body).toEqual({ authenticated: true });
  expect(await shedCount('watching')).toBe(before + 1);
  release();
  expect(await Promise.all(requests)).toEqual(Array(9).fill(200));
  await watch().expect(200);
});

it('with eight slots taken, still serves viewers', async () => {
  const requests = await occupy(8);
  await administrator.get('/api/trailers').expect(503);
  await stranger(gateway).get('/api/active-trailer').set('cookie', viewerCookie).expect(200);
  await stranger(gateway).get('/api/auth/status').set('cookie', viewerCookie).expect(200);
  await stranger(gateway).get('/api/auth/status').expect(503);
  release();
  await Promise.all(requests);
});

const madeUpFiles = ['get /a.b', 'post /x.js', 'get /assets/app-gone.js', 'delete /assets/app-1a2b3c.js'];
const webFiles = ['get /assets/app-1a2b3c.js', 'head /assets/app-1a2b3c.js'];

it.each([
  ['made-up files', 7, madeUpFiles],
  ['files of the web app', 8, webFiles],
])('rejects a flood of %s while viewers and leads are served', async (_files, slotsTaken, targets) => {
  const requests = await occupy(slotsTaken);
  const flood = Array.from({ length: 120 }, async (_, index) => {
    const [method, path = ''] = (targets[index % targets.length] ?? '').split(' ');
    return (await stranger(gateway)[method as 'get' | 'post' | 'delete' | 'head'](path)).status;
  });
  await stranger(gateway).get('/api/active-trailer').set('cookie', viewerCookie).expect(200);
  await stranger(gateway).post('/api/auth/lead-capture').send(lead).expect(200);
  expect(new Set(await Promise.all(flood))).toEqual(new Set([503]));
  release();
  await Promise.all(requests);
});

it('with seven slots taken, serves the files of the web app, but not the data of a page', async () => {
  const requests = await occupy(7);
  await stranger(gateway).get('/api/config').expect(503);
  await stranger(gateway).get('/assets/app-1a2b3c.js').expect(200);
  await stranger(gateway).head('/assets/app-1a2b3c.js').expect(200);
  release();
  await Promise.all(requests);
});

it('with six slots taken, rejects only new page views, and answers them with a page that reloads itself', async () => {
  const requests = await occupy(6);
  const page = await stranger(gateway).get('/').set('accept', 'text/html').expect(503);
  const seconds = Number(page.headers['retry-after']);
  expect(page.text).toContain(`http-equiv="refresh" content="${seconds}"`);
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  });
  await stranger(gateway).get('/upload').expect(503).expect('content-type', /json/);
  await stranger(gateway).get('/assets/app-1a2b3c.js').expect(200);
  await stranger(gateway).get('/api/config').expect(200);
  await administrator.get('/api/trailers').expect(200);
  expect(sumOf(await metricsText(), 'portal_http_load_ratio')).toBeCloseTo(0.6);
  release();
  await Promise.all(requests);
  await stranger(gateway).get('/').expect(200);
  expect(sumOf(await metricsText(), 'portal_http_load_ratio')).toBeLessThan(0.6);
});

it('frees the slots of requests whose clients disconnect', async () => {
  const abortController = new AbortController();
  const headers = { cookie: viewerCookie };
  const requests = Array.from({ length: 9 }, () =>
    fetch(`${gateway.url}/api/access-log`, { method: 'POST', headers, signal: abortController.signal }),
  );
  const settled = Promise.allSettled(requests);
  await until(() => services.heldCalls === 9, { what: 'nine requests in progress' });
  abortController.abort();
  await settled;
  await until(async () => (await stranger(gateway).get('/')).status === 200, { what: 'a free slot' });
});
