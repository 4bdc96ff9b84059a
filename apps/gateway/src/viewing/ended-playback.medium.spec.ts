import { randomUUID } from 'node:crypto';
import { endedMark, redisKeys } from '@secure-preview/contracts';
import { Redis } from 'ioredis';
import type supertest from 'supertest';
import { endedPlaybacks } from '../testing/fake-ended-playbacks.js';
import { services, trailer } from '../testing/fakes.js';
import {
  type RunningGateway,
  startTestEnvironment,
  type TestEnvironment,
} from '../testing/running-gateway.js';
import { stranger, uploader, viewer } from '../testing/visitors.js';

type Agent = ReturnType<typeof stranger>;

let env: TestEnvironment;
let gateway: RunningGateway;
let redis: Redis;
let administrator: Agent;
let administratorLead: string;

beforeAll(async () => {
  env = await startTestEnvironment();
  await env.serveAll();
  gateway = await env.readyGateway();
  redis = new Redis(env.redis.url);
  await redis.set(redisKeys.uploadEpoch, services.epoch);
  let version = 0;
  endedPlaybacks.publish = async ({ leadId, trailerId }, ended) => {
    version += 1;
    await redis.hset(redisKeys.endedPlaybacks(leadId), trailerId, endedMark({ ended, version }));
  };
  administrator = await uploader(gateway);
  administratorLead = services.leadIds.at(-1) ?? '';
});
afterAll(async () => {
  redis?.disconnect();
  await env?.stop();
});

const path = (leadId: string, trailerId: string = trailer.id) =>
  `/api/lead-captures/${leadId}/ended-playbacks/${trailerId}`;
const end = (leadId: string, trailerId?: string) =>
  administrator.post(path(leadId, trailerId)).expect(200, { ok: true });
const allow = (leadId: string) => administrator.delete(path(leadId)).expect(200, { ok: true });
const report = { duration: '0:03', completed: 'false', ranges: [[0, 3]] };

/** A visitor to whom the trailer is granted, and who has begun a viewing. */
async function watchingVisitor(agent?: Agent) {
  const visitor = agent ?? (await viewer(gateway));
  const leadId = services.leadIds.at(-1) ?? '';
  await visitor.get(`/api/media/trailers/${trailer.id}/master.m3u8`).expect(200);
  const { body } = await visitor.post('/api/viewing-session').send({ trailerId: trailer.id }).expect(200);
  return { visitor, leadId, viewingId: String(body.id) };
}

const resultOf = async (request: supertest.Test) => {
  const { status, body } = await request;
  return status === 403 ? [status, body.code, body.params?.reason] : [status];
};
const ENDED = [403, 'ACCESS_ENDED', 'playbackEnded'];

/** Every place that decides whether a trailer may be played, and its status for a visitor who may. */
const places: [string, number, (visitor: Agent, viewingId: string) => supertest.Test][] = [
  ['the master playlist', 200, (visitor) => visitor.get(`/api/media/trailers/${trailer.id}/master.m3u8`)],
  ['the key', 200, (visitor) => visitor.get('/api/media/keys/k')],
  ['a segment', 302, (visitor) => visitor.get(`/api/media/renditions/${randomUUID()}/segments/1`)],
  ['a segment by HEAD', 200, (visitor) => visitor.head(`/api/media/renditions/${randomUUID()}/segments/1`)],
  [
    'the URLs of segments',
    200,
    (visitor) => visitor.get(`/api/media/renditions/${randomUUID()}/segments/1/urls?with=${randomUUID()}`),
  ],
  ['the start', 200, (visitor) => visitor.post('/api/viewing-session').send({ trailerId: trailer.id })],
  ['the start without a claim', 200, (visitor) => visitor.post('/api/viewing-session')],
  [
    'a progress report',
    200,
    (visitor, viewingId) => visitor.patch(`/api/viewing-session/${viewingId}`).send(report),
  ],
  ['a check of access', 200, (visitor) => visitor.get(`/api/access-check?trailerId=${trailer.id}`)],
];

describe.each(places)('%s', (place, status, request) => {
  it('is 403 after the playback was ended, until it is allowed again', async () => {
    const { visitor, leadId, viewingId } = await watchingVisitor();
    expect(await resultOf(request(visitor, viewingId))).toEqual([status]);
    await end(leadId);
    const refused = await resultOf(request(visitor, viewingId));
    expect(refused).toEqual(place.endsWith('HEAD') ? [403, undefined, undefined] : ENDED);
    await allow(leadId);
    expect(await resultOf(request(visitor, viewingId))).toEqual([status]);
  });

  it('is unchanged for other visitors, and for an ended playback of another version', async () => {
    const { visitor, leadId, viewingId } = await watchingVisitor();
    await end(leadId, randomUUID());
    await end(randomUUID());
    expect(await resultOf(request(visitor, viewingId))).toEqual([status]);
  });

  it('is unchanged for uploaders', async () => {
    const { visitor, viewingId } = await watchingVisitor(administrator);
    await end(administratorLead);
    expect(await resultOf(request(visitor, viewingId))).toEqual([status]);
    await allow(administratorLead);
  });
});

describe('an ended playback', () => {
  it('leaves the visitor signed in, who may play another version', async () => {
    const { visitor, leadId } = await watchingVisitor();
    await end(leadId);
    const { body } = await visitor.get('/api/auth/status').expect(200);
    expect(body).toMatchObject({ authenticated: true });
    const another = randomUUID();
    await visitor.get(`/api/media/trailers/${another}/master.m3u8`).expect(200);
    await visitor.post('/api/viewing-session').send({ trailerId: another }).expect(200);
    await visitor.get(`/api/access-check?trailerId=${another}`).expect(200);
    await visitor.get('/api/access-check').expect(200);
    await visitor.post('/api/access-log').expect(200);
  });

  it('rejects the media playlist of a granted version', async () => {
    const { visitor, leadId } = await watchingVisitor();
    services.mayWatchPlaylists = true;
    const playlist = () => visitor.get(`/api/media/renditions/${randomUUID()}/playlist.m3u8`);
    expect(await resultOf(playlist())).toEqual([200]);
    await end(leadId);
    expect(await resultOf(playlist())).toEqual(ENDED);
    services.mayWatchPlaylists = false;
  });

  it('stores the report that it rejects, and does not count it as playing', async () => {
    const { visitor, leadId, viewingId } = await watchingVisitor();
    const { visitor: captured } = services.capturedLeads.at(-1) ?? {};
    await end(leadId);
    await visitor.patch(`/api/viewing-session/${viewingId}`).send(report).expect(403);
    expect(services.updates.filter(({ id }) => id === viewingId)).toHaveLength(1);
    expect(await redis.exists(redisKeys.playing(captured?.sessionRef ?? ''))).toBe(0);
  });

  it('does not grant the version', async () => {
    const visitor = await viewer(gateway);
    const leadId = services.leadIds.at(-1) ?? '';
    await end(leadId);
    await visitor.get(`/api/media/trailers/${trailer.id}/master.m3u8`).expect(403);
    await visitor.get(`/api/media/posters/${randomUUID()}`).expect(302);
    expect(services.requesters.at(-1)?.grantedTrailers).toEqual([]);
  });

  it('applies to a former uploader', async () => {
    const former = await uploader(gateway);
    const { viewingId, leadId } = await watchingVisitor(former);
    await end(leadId);
    await former.patch(`/api/viewing-session/${viewingId}`).send(report).expect(200);
    await redis.del(redisKeys.uploaderIdle(services.capturedLeads.at(-1)?.visitor.sessionRef ?? ''));
    await former.patch(`/api/viewing-session/${viewingId}`).send(report).expect(403);
  });
});

describe('ending or allowing a playback', () => {
  it('passes lead, trailer and administrator to auth-service', async () => {
    const { leadId } = await watchingVisitor();
    endedPlaybacks.changes = [];
    await end(leadId);
    await allow(leadId);
    const change = {
      leadId,
      trailerId: trailer.id,
      by: expect.any(String),
      byName: expect.stringMatching(/./),
    };
    expect(endedPlaybacks.changes).toEqual([
      { ...change, ended: true },
      { ...change, ended: false },
    ]);
  });

  it.each(['post', 'delete'] as const)('is 404 for unknown ids (%s)', async (method) => {
    const unknown = randomUUID();
    services.unknownLeads.push(unknown, 'nonsense');
    endedPlaybacks.changes = [];
    for (const id of [unknown, 'nonsense'])
      expect((await administrator[method](path(id)).expect(404)).body.code).toBe('LEAD_NOT_FOUND');
    const { body } = await administrator[method](path(randomUUID(), 'nonsense')).expect(404);
    expect(body.code).toBe('TRAILER_NOT_FOUND');
    expect(endedPlaybacks.changes).toEqual([]);
  });
});
