import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { redisKeys } from '@secure-preview/contracts';
import { until } from '@secure-preview/testing';
import { Redis } from 'ioredis';
import type supertest from 'supertest';
import { bitsOf, marks } from '../testing/fake-marks.js';
import { services, trailer } from '../testing/fakes.js';
import {
  type RunningGateway,
  startTestEnvironment,
  type TestEnvironment,
} from '../testing/running-gateway.js';
import { cookieOf, lead, stranger, uploader, viewer } from '../testing/visitors.js';

let env: TestEnvironment;
let gateway: RunningGateway;
let otherGateway: RunningGateway;
let redis: Redis;

beforeAll(async () => {
  env = await startTestEnvironment();
  await env.serveAll();
  [gateway, otherGateway] = await Promise.all([env.readyGateway(), env.readyGateway()]);
  redis = new Redis(env.redis.url);
  await redis.set(redisKeys.uploadEpoch, services.epoch);
});
afterAll(async () => {
  redis?.disconnect();
  await env?.stop();
});
beforeEach(() => {
  services.segmentsAfter = 31;
  marks.areTrailersMarked = true;
  marks.leadCalls = [];
  marks.codewordCalls = [];
});
afterEach(() => {
  services.segmentsAfter = 0;
  services.signedOverride = undefined;
  services.beforeSigning = async () => undefined;
  Object.assign(marks, {
    areTrailersMarked: false,
    personId: undefined,
    isPeopleFailing: false,
    isCodewordDenied: false,
  });
});

type Agent = Awaited<ReturnType<typeof viewer>>;
const master = `/api/media/trailers/${trailer.id}/master.m3u8`;
const segment = (renditionId: string, position: number) =>
  `/api/media/renditions/${renditionId}/segments/${position}`;
const urls = (renditionId: string, position: number) => `${segment(renditionId, position)}/urls`;
/** Returns a viewer to whom the marked trailer is granted. */
async function grantedViewer(target = gateway): Promise<Agent> {
  const agent = await viewer(target);
  await agent.get(master).expect(200);
  return agent;
}
/** Returns the variants of a person, from the bits that media-service has. */
const expected = (markId: string, positions: readonly number[]) => {
  const bits = bitsOf(markId);
  return positions.map((position) => ((bits[(position - 1) >> 3] ?? 0) >> ((position - 1) & 7)) & 1);
};
const variantIn = (url: string) => Number(url.endsWith('&twin'));
const offered = (response: supertest.Response): number[] =>
  response.body.segments.map(({ url }: { url: string }) => variantIn(url));
const redirected = async (agent: Agent, positions: readonly number[], renditionId = randomUUID()) => {
  const variants: number[] = [];
  for (const position of positions) {
    const response = await agent.get(segment(renditionId, position)).expect(302);
    variants.push(variantIn(response.headers['location'] ?? ''));
  }
  return variants;
};
/** Positions of the segments within 12 seconds. */
const ahead = Array.from({ length: 24 }, (_, index) => index + 1);
const positions = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const deliveriesOf = (renditionId: string) =>
  services.deliveries.filter((delivery) => delivery.renditionId === renditionId);

describe('a marked trailer', () => {
  it('is sent to each person in their own variants, to the loader of the page and by redirect', async () => {
    const seen = new Set<string>();
    for (let person = 0; person < 2; person += 1) {
      const agent = await grantedViewer();
      const markId = marks.leadCalls.at(-1) ?? '';
      const renditionId = randomUUID();
      const variants = offered(await agent.get(urls(renditionId, 1)).expect(200));
      expect(variants).toEqual(expected(markId, ahead));
      expect(await redirected(agent, positions, renditionId)).toEqual(expected(markId, positions));
      seen.add(variants.join());
    }
    // Two people have the same 24 random variants once in 1.7·10⁷ runs.
    expect(seen.size).toBe(2);
  });

  it('is relayed to each person in their own variants', async () => {
    const store = createServer((request, response) => response.end(`object ${variantIn(request.url ?? '')}`));
    store.listen(0, '127.0.0.1');
    await once(store, 'listening');
    const { port } = store.address() as AddressInfo;
    services.signedOverride = { url: `http://127.0.0.1:${port}/object?signed`, via: 'proxy' };
    try {
      const agent = await grantedViewer();
      const markId = marks.leadCalls.at(-1) ?? '';
      const renditionId = randomUUID();
      const bodies: string[] = [];
      for (const position of positions) {
        const response = await agent.get(segment(renditionId, position)).buffer(true).expect(200);
        bodies.push(String(response.text ?? response.body));
      }
      expect(bodies).toEqual(expected(markId, positions).map((variant) => `object ${variant}`));
    } finally {
      store.closeAllConnections();
      store.close();
    }
  });

  it('is sent to a person in the same variants in each visit, by each gateway', async () => {
    const personId = randomUUID();
    marks.personId = personId;
    for (const target of [gateway, otherGateway, gateway])
      expect(await redirected(await grantedViewer(target), positions)).toEqual(expected(personId, positions));
  });

  it('is sent in the same variants by a gateway that did not grant it, while analytics-service is unavailable', async () => {
    const captured = await stranger(gateway).post('/api/auth/lead-capture').send(lead).expect(200);
    const cookie = cookieOf(captured);
    await stranger(gateway).get(master).set('cookie', cookie).expect(200);
    const markId = marks.leadCalls.at(-1) ?? '';
    marks.isPeopleFailing = true;
    const response = await stranger(otherGateway)
      .get(urls(randomUUID(), 1))
      .set('cookie', cookie)
      .expect(200);
    expect(offered(response)).toEqual(expected(markId, ahead));
  });

  it('has the sound that plays at the same time, in the same variant for everybody', async () => {
    const agent = await grantedViewer();
    const [picture, sound] = [randomUUID(), randomUUID()];
    marks.sounds = [sound];
    services.segmentCalls = [];
    const companionAt = async (position: number) => {
      const response = await agent.get(`${urls(picture, position)}?with=${sound}`).expect(200);
      return response.body.companion.map(({ name, url }: { name: string; url: string }) => [
        name,
        variantIn(url),
      ]);
    };
    const names = (...positions: number[]) => positions.map((position) => [String(position), 0]);
    // The segment at position 19 begins at 9 s.
    expect(await companionAt(19)).toEqual(names(3, 4, 5));
    expect(await companionAt(25)).toEqual(names(4, 5, 6));
    expect(await companionAt(0)).toEqual(names(0, 1, 2, 3));
    const soundCalls = services.segmentCalls.filter(({ renditionId }) => renditionId === sound);
    expect(soundCalls.map(({ at, name }) => at ?? name)).toEqual(['19', 9, '0']);
    await until(() => deliveriesOf(sound).length >= 3);
    expect(deliveriesOf(sound)[0]).toMatchObject({ position: 3, next: [{ position: 4 }, { position: 5 }] });
    expect(deliveriesOf(sound)[0]).not.toHaveProperty('variantHash');
  });

  it('is still sent to a session whose grants Redis has lost', async () => {
    const agent = await grantedViewer();
    const markId = marks.leadCalls.at(-1) ?? '';
    const keys = await redis.keys(redisKeys.grants('*'));
    await redis.del(...keys);
    expect(await redirected(agent, positions)).toEqual(expected(markId, positions));
  });

  it('is previewed by an administrator in their own variants', async () => {
    const admin = await uploader(gateway);
    services.inactiveTrailers = [trailer.id];
    try {
      await admin.get(master).expect(200);
      expect(marks.codewordCalls.at(-1)).toMatchObject({ trailerId: trailer.id, mayPreview: true });
      const markId = marks.leadCalls.at(-1) ?? '';
      expect(await redirected(admin, positions)).toEqual(expected(markId, positions));
    } finally {
      services.inactiveTrailers = [];
    }
  });

  it('is not granted, and no segment of it sent, to a person without a codeword', async () => {
    marks.isCodewordDenied = true;
    const agent = await viewer(gateway);
    await agent.get(master).expect(404);
    const renditionId = randomUUID();
    await agent.get(segment(renditionId, 1)).expect(404);
    await agent.get(urls(renditionId, 1)).expect(404);
    // The initialisation segment is the same for everybody.
    await agent.get(segment(renditionId, 0)).expect(302);
    marks.isCodewordDenied = false;
    await agent.get(master).expect(200);
    await agent.get(segment(renditionId, 1)).expect(302);
  });

  it('is not granted while it is unknown which person it is for', async () => {
    marks.isPeopleFailing = true;
    const agent = await viewer(gateway);
    await agent.get(master).expect(503);
    marks.isPeopleFailing = false;
    await agent.get(master).expect(200);
  });

  it('has its codewords read once', async () => {
    const agent = await grantedViewer();
    const renditionId = randomUUID();
    for (let round = 0; round < 3; round += 1) {
      await agent.get(master).expect(200);
      await agent.get(urls(renditionId, 1)).expect(200);
      await agent.get(segment(renditionId, 2)).expect(302);
    }
    expect([marks.leadCalls.length, marks.codewordCalls.length]).toEqual([1, 1]);
  });

  it('has deliveries recorded with a hash that differs by variant and by session', async () => {
    marks.personId = randomUUID();
    const hashes: string[] = [];
    for (let visit = 0; visit < 2; visit += 1) {
      const agent = await grantedViewer();
      const renditionId = randomUUID();
      await agent.get(urls(renditionId, 1)).expect(200);
      await agent.get(segment(renditionId, 40)).expect(302);
      await until(() => deliveriesOf(renditionId).length >= 2);
      const [first, second] = deliveriesOf(renditionId);
      expect([first, ...(first?.next ?? []), second].map((sent) => sent?.position)).toEqual([...ahead, 40]);
      expect(second).not.toHaveProperty('next');
      for (const sent of [first, ...(first?.next ?? []), second]) hashes.push(sent?.variantHash ?? '');
    }
    for (const hash of hashes) expect(Buffer.from(hash, 'base64')).toHaveLength(12);
    expect(new Set(hashes).size).toBe(2 * 25);
  });
});

describe('an unmarked trailer', () => {
  it('has its picture and its sound signed at the same time', async () => {
    marks.areTrailersMarked = false;
    const agent = await grantedViewer();
    const [picture, sound] = [randomUUID(), randomUUID()];
    const isSoundSigned = () => services.segmentCalls.some(({ renditionId }) => renditionId === sound);
    services.beforeSigning = async (renditionId) => {
      if (renditionId === picture)
        await until(isSoundSigned, { deadlineMs: 2000, what: 'the call for the sound' });
    };
    const response = await agent.get(`${urls(picture, 1)}?with=${sound}`).expect(200);
    expect(response.body.companion).toHaveLength(3);
  });

  it('is sent to everybody as before, without any further call', async () => {
    marks.areTrailersMarked = false;
    const agent = await grantedViewer();
    const renditionId = randomUUID();
    expect(offered(await agent.get(urls(renditionId, 1)).expect(200))).toEqual([0, 0, 0]);
    expect(await redirected(agent, positions, renditionId)).toEqual(positions.map(() => 0));
    expect([marks.leadCalls, marks.codewordCalls]).toEqual([[], []]);
    await until(() => deliveriesOf(renditionId).length >= positions.length);
    for (const delivery of deliveriesOf(renditionId)) {
      expect(delivery).not.toHaveProperty('variantHash');
      expect(delivery).not.toHaveProperty('next');
    }
  });
});

it('creates trailers that are marked only while the setting is on', async () => {
  const upload = { title: 'A title', videoURL: 'http://127.0.0.1:9000/upload' };
  const marking = await env.readyGateway({ FORENSIC_MARKING: 'on' });
  marks.ofUploads = [];
  for (const target of [gateway, marking])
    await (await uploader(target)).post('/api/trailers').send(upload).expect(201);
  expect(marks.ofUploads).toEqual([false, true]);
});

it('offers and makes marked versions of kept uploads only while the setting is on', async () => {
  const marking = await env.readyGateway({ FORENSIC_MARKING: 'on' });
  const path = `/api/trailers/${trailer.id}/mark`;
  for (const [target, isOn] of [
    [gateway, false],
    [marking, true],
  ] as const) {
    const agent = await uploader(target);
    expect((await agent.get('/api/trailers').expect(200)).body).toMatchObject([{ markable: isOn }]);
    const { body } = await agent.post(path).expect(isOn ? 201 : 409);
    expect(body).toMatchObject(isOn ? { id: trailer.id } : { code: 'MARKING_OFF' });
  }
});
