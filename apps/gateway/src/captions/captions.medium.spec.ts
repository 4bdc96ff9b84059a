import { captionLimits, redisKeys } from '@secure-preview/contracts';
import { Redis } from 'ioredis';
import { services, trailer } from '../testing/fakes.js';
import {
  type RunningGateway,
  startTestEnvironment,
  type TestEnvironment,
} from '../testing/running-gateway.js';
import { stranger, uploader, viewer } from '../testing/visitors.js';

let env: TestEnvironment;
let gateway: RunningGateway;
const address = `/api/trailers/${trailer.id}/captions`;

beforeAll(async () => {
  env = await startTestEnvironment();
  await env.serveAll();
  gateway = await env.readyGateway();
  const redis = new Redis(env.redis.url);
  await redis.set(redisKeys.uploadEpoch, services.epoch);
  redis.disconnect();
});
afterAll(async () => {
  await env?.stop();
});

describe('captions', () => {
  it('are served as WebVTT without caching, and only to viewers', async () => {
    const read = await (await viewer(gateway)).get('/api/media/captions/x').expect(200);
    expect(read.headers['content-type']).toBe('text/vtt; charset=utf-8');
    expect(read.headers['cache-control']).toBe('no-store');
    expect(read.text).toMatch(/^WEBVTT\n/);
    await stranger(gateway).get('/api/media/captions/x').expect(401);
  });

  it('can be changed only by the administrator', async () => {
    const form = { language: 'en', text: 'WEBVTT\n' };
    await (await viewer(gateway)).post(address).send(form).expect(403);
    await (await viewer(gateway)).delete(`${address}/x`).expect(403);
    await stranger(gateway).post(address).send(form).expect(401);
    await stranger(gateway).delete(`${address}/x`).expect(401);
    await (await uploader(gateway)).delete(`${address}/x`).expect(200);
  });

  it('may be longer than other request bodies, because a feature film needs long captions', async () => {
    const agent = await uploader(gateway);
    const line = 'A line of dialogue, “quoted”.\n';
    const text = line.repeat(Math.floor(captionLimits.maxBytes / Buffer.byteLength(line)));
    await agent.post(address).send({ language: 'en', text }).expect(201);
    expect(services.captions.at(-1)).toBe(text);
    const longer = { language: 'en', text: 'x'.repeat(captionLimits.maxBodyBytes) };
    await agent.post(address).send(longer).expect(413);
    const description = `/api/trailers/${trailer.id}/description`;
    await agent.patch(description).send({ description: text }).expect(413);
  });

  it.each([
    [{ text: 'WEBVTT\n' }, 'Please choose the language of the captions'],
    [{ language: 'no such language', text: 'WEBVTT\n' }, 'Please choose the language of the captions'],
    [{ language: 'en' }, 'The captions file is required'],
    [{ language: 'en', text: 'a\0b' }, 'The captions contain characters that cannot be stored'],
    [
      { language: 'en', label: 'x'.repeat(61), text: 'WEBVTT\n' },
      'The name of the captions must be at most 60 characters',
    ],
  ])('are rejected for the input %j', async (form, message) => {
    const { body } = await (await uploader(gateway)).post(address).send(form).expect(400);
    expect(body).toMatchObject({ message });
  });
});
