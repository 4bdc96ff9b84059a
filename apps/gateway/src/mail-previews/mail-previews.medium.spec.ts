import { randomUUID } from 'node:crypto';
import { until } from '@secure-preview/testing';
import { Redis } from 'ioredis';
import { composedPreviews } from '../testing/fake-mail-previews.js';
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
  await published.settings({ companyName: 'Halcyon', senderLine: 'Invited by Ada', timeZone: 'Asia/Tokyo' });
  await until(async () => (await stranger(gateway).get('/api/config')).body.companyName === 'Halcyon');
});
afterAll(async () => {
  redis?.disconnect();
  await env?.stop();
});

const path = '/api/mail-previews';
const form = { kind: 'invitation', language: 'de', message: 'Willkommen.' };

it('is composed with the settings', async () => {
  const { body } = await (await uploader(gateway)).post(path).send(form).expect(200);
  expect(body).toEqual({ id: expect.any(String), subject: 'Subject', text: 'Text' });
  expect(composedPreviews.at(-1)).toEqual({
    ...form,
    name: null,
    startsAt: null,
    endsAt: null,
    companyName: 'Halcyon',
    senderLine: 'Invited by Ada',
    logoId: null,
    keyArtId: null,
    timeZone: 'Asia/Tokyo',
    portalUrl: gateway.url,
  });
});

it('is composed with unsaved values, also with none', async () => {
  const unsaved = { companyName: '', senderLine: null, name: 'Grace', endsAt: '2030-01-01T00:00:00.000Z' };
  await (await uploader(gateway))
    .post(path)
    .send({ ...form, ...unsaved })
    .expect(200);
  expect(composedPreviews.at(-1)).toMatchObject(unsaved);
});

it('has HTML for a sandboxed frame of the portal, only for its session', async () => {
  const administrator = await uploader(gateway);
  const { id } = (await administrator.post(path).send(form).expect(200)).body;
  const { headers, text } = await administrator.get(`${path}/${id}`).expect(200);
  expect(text).toBe('<p>HTML</p>');
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
    'x-frame-options': 'SAMEORIGIN',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
  await (await uploader(gateway)).get(`${path}/${id}`).expect(404);
  const [key] = await redis.keys(`portal:mail-preview:*:${id}`);
  const seconds = await redis.ttl(key ?? '');
  expect(seconds).toBeGreaterThan(590);
  expect(seconds).toBeLessThanOrEqual(600);
});

it('has the images of unsaved settings in its HTML', async () => {
  const [logoId, keyArtId] = [randomUUID(), randomUUID()];
  const administrator = await uploader(gateway);
  const unsaved = { ...form, gateArt: true, logoId, keyArtId };
  const { id } = (await administrator.post(path).send(unsaved).expect(200)).body;
  expect(composedPreviews.at(-1)).toMatchObject({ logoId, keyArtId });
  expect(composedPreviews.at(-1)).not.toHaveProperty('gateArt');
  const { text } = await administrator.get(`${path}/${id}`).expect(200);
  const body = Buffer.from(logoId).toString('base64');
  expect(text).toBe(`<img src="data:image/jpeg;base64,${body}"><p>HTML</p>`);
  await administrator
    .post(path)
    .send({ ...unsaved, gateArt: false })
    .expect(200);
  expect(composedPreviews.at(-1)).toMatchObject({ logoId: null, keyArtId: null });
});

it('rejects other kinds and languages, and texts that are too long', async () => {
  const administrator = await uploader(gateway);
  for (const change of [
    { kind: 'test' },
    { language: 'tlh' },
    { message: 'x'.repeat(2001) },
    { logoId: 'x' },
  ])
    await administrator
      .post(path)
      .send({ ...form, ...change })
      .expect(400);
});

it('is limited to 60 a minute for a session', async () => {
  const [administrator, other] = [await uploader(gateway), await uploader(gateway)];
  const composed = composedPreviews.length;
  for (let preview = 0; preview < 60; preview++) await administrator.post(path).send(form).expect(200);
  const { body, headers } = await administrator.post(path).send(form).expect(429);
  expect(body.code).toBe('TOO_MANY_REQUESTS');
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect(composedPreviews).toHaveLength(composed + 60);
  await other.post(path).send(form).expect(200);
});

it('is open only to uploaders', async () => {
  await stranger(gateway).post(path).send(form).expect(401);
  await (await viewer(gateway)).post(path).send(form).expect(403);
});
