import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { redisKeys } from '@secure-preview/contracts';
import { until } from '@secure-preview/testing';
import { Redis } from 'ioredis';
import type supertest from 'supertest';
import { segmentKey, services, trailer } from '../testing/fakes.js';
import {
  type RunningGateway,
  startTestEnvironment,
  type TestEnvironment,
} from '../testing/running-gateway.js';
import { uploader, viewer } from '../testing/visitors.js';

let env: TestEnvironment;
let gateway: RunningGateway;

/** Publishes the epoch, as auth-service does when the password is set. */
async function publishEpoch(): Promise<void> {
  const redis = new Redis(env.redis.url);
  await redis.set(redisKeys.uploadEpoch, services.epoch);
  redis.disconnect();
}

beforeAll(async () => {
  env = await startTestEnvironment();
  await env.serveAll();
  gateway = await env.readyGateway();
  await publishEpoch();
});
afterAll(async () => {
  await env?.stop();
});

/** Returns the deliveries of one test. Deliveries of earlier tests may be recorded during it. */
const deliveriesOf = (renditionId: string) =>
  services.deliveries.filter((delivery) => delivery.renditionId === renditionId);

describe('playback', () => {
  it('binds a viewing to the trailer whose playlist the session received', async () => {
    const agent = await viewer(gateway);
    await agent.post('/api/viewing-session').expect(200);
    expect(services.startedViewings.at(-1)?.trailer).toBeNull();
    const playlist = await agent.get(`/api/media/trailers/${trailer.id}/master.m3u8`).expect(200);
    expect(playlist.headers['content-type']).toContain('application/vnd.apple.mpegurl');
    await agent.post('/api/viewing-session').expect(200);
    expect(services.startedViewings.at(-1)?.trailer).toMatchObject({ id: trailer.id, durationSeconds: 90 });
  });

  it('binds a viewing to the trailer that the page names, if it was granted to the session', async () => {
    const agent = await viewer(gateway);
    const [first, second] = [randomUUID(), randomUUID()];
    for (const id of [first, second]) await agent.get(`/api/media/trailers/${id}/master.m3u8`).expect(200);
    const boundTo = async (body?: object) => {
      await agent.post('/api/viewing-session').send(body).expect(200);
      return services.startedViewings.at(-1)?.trailer?.id;
    };
    expect(await boundTo({ trailerId: first })).toBe(first);
    expect(await boundTo({ trailerId: second })).toBe(second);
    expect(await boundTo()).toBe(second);
    expect(await boundTo({ trailerId: randomUUID() })).toBeUndefined();
    await agent.get(`/api/media/trailers/${first}/master.m3u8`).expect(200);
    expect(await boundTo({})).toBe(first);
    await agent.post('/api/viewing-session').send({ trailerId: 7 }).expect(400);
  });

  it('sends the time since the first grant of the trailer when a viewing begins', async () => {
    const agent = await viewer(gateway);
    const requestedAt = Date.now();
    await agent.get(`/api/media/trailers/${trailer.id}/master.m3u8`).expect(200);
    const receivedAt = Date.now();
    await until(() => Date.now() - receivedAt > 300);
    const requestedAgainAt = Date.now();
    await agent.get(`/api/media/trailers/${trailer.id}/master.m3u8`).expect(200);
    await agent.post('/api/viewing-session').send({ trailerId: trailer.id }).expect(200);
    const grantedAgoMs = services.startedViewings.at(-1)?.trailer?.grantedAgoMs ?? 0;
    expect(grantedAgoMs).toBeGreaterThanOrEqual(requestedAgainAt - receivedAt);
    expect(grantedAgoMs).toBeLessThanOrEqual(Date.now() - requestedAt);
  });

  it('sends the granted trailers and the right to preview with each request for media', async () => {
    const [agent, other, admin] = [await viewer(gateway), await viewer(gateway), await uploader(gateway)];
    await agent.get(`/api/media/trailers/${trailer.id}/master.m3u8`).expect(200);
    const paths = [
      'renditions/r/playlist.m3u8',
      'renditions/r/segments/2',
      'keys/k',
      'posters/p',
      'captions/c',
    ];
    for (const path of paths) {
      services.requesters = [];
      for (const visitor of [agent, other, admin])
        await visitor.get(`/api/media/${path}`.replace('/r/', `/${randomUUID()}/`));
      expect([path, services.requesters.slice(0, 3)]).toEqual([
        path,
        [
          { mayPreview: false, grantedTrailers: [trailer.id] },
          { mayPreview: false, grantedTrailers: [] },
          { mayPreview: true, grantedTrailers: [] },
        ],
      ]);
    }
  });

  it('binds viewings to a preview only while the upload password is valid', async () => {
    const preview = randomUUID();
    services.inactiveTrailers = [preview];
    const admin = await uploader(gateway);
    const watch = (trailerId: string) => admin.get(`/api/media/trailers/${trailerId}/master.m3u8`);
    await watch(trailer.id).expect(200);
    await watch(preview).expect(200);
    const started = async (body?: object) => {
      await admin.post('/api/viewing-session').send(body).expect(200);
      return services.startedViewings.at(-1)?.trailer?.id;
    };
    const requester = async () => {
      await admin.get('/api/media/keys/k').expect(200);
      return services.requesters.at(-1);
    };
    expect([await started(), await started({ trailerId: preview })]).toEqual([preview, preview]);
    expect(await requester()).toEqual({ mayPreview: true, grantedTrailers: [trailer.id] });

    services.epoch += 1;
    await publishEpoch();
    await watch(preview).expect(404);
    expect([await started(), await started({ trailerId: preview })]).toEqual([trailer.id, undefined]);
    expect(await requester()).toEqual({ mayPreview: false, grantedTrailers: [trailer.id] });
    services.inactiveTrailers = [];
  });

  it('drops grants after the idle time of a session', async () => {
    const shortSession = await env.readyGateway({ SESSION_IDLE_HOURS: 2 / 3600 });
    const agent = await viewer(shortSession);
    await agent.get(`/api/media/trailers/${trailer.id}/master.m3u8`).expect(200);
    await agent.get('/api/media/keys/k').expect(200);
    expect(services.requesters.at(-1)?.grantedTrailers).toEqual([trailer.id]);
    await until(async () => {
      await agent.get('/api/media/keys/k').expect(200);
      return services.requesters.at(-1)?.grantedTrailers.length === 0;
    });
  });

  it('redirects to storage on the host that the browser used', async () => {
    const agent = await viewer(gateway);
    const segment = (host: string) =>
      agent.get(`/api/media/renditions/${randomUUID()}/segments/2`).set('host', host);
    const response = await segment('portal.local:3000').expect(302);
    expect(response.headers['location']).toBe('http://portal.local:9000/object?X-Amz-Signature=abc');
    expect(response.headers['cache-control']).toBe('no-store');
    await segment('evil"host').expect(421);
  });

  it('serves an inactive trailer to the administrator only', async () => {
    const rendition = '/api/media/renditions/r/playlist.m3u8';
    await (await viewer(gateway)).get(rendition).expect(404);
    const playlist = await (await uploader(gateway)).get(rendition).buffer(true).expect(200);
    expect(playlist.text ?? String(playlist.body)).toBe('#EXTM3U\n');
  });
});

describe('the segment key', () => {
  it('is sixteen bytes, is never cached, and needs a session', async () => {
    const agent = await viewer(gateway);
    const response = await agent.get('/api/media/keys/k').expect(200);
    expect(response.body).toEqual(segmentKey);
    expect(response.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': '16',
      'cache-control': 'no-store',
    });
    await agent.post('/api/auth/logout').expect(200);
    await agent.get('/api/media/keys/k').expect(401);
  });
});

describe('a delivery', () => {
  let renditionId: string;
  beforeEach(() => {
    renditionId = randomUUID();
  });

  it('is recorded with session, lead, IP address and content', async () => {
    const agent = await viewer(gateway);
    const { visitor } = services.capturedLeads.at(-1) ?? {};
    await agent.get(`/api/media/renditions/${renditionId}/segments/2`).expect(302);
    await until(() => deliveriesOf(renditionId).length > 0);
    expect(deliveriesOf(renditionId)).toEqual([
      {
        agoMs: expect.any(Number),
        ip: '127.0.0.1',
        renditionId,
        trailerId: trailer.id,
        trailerSeconds: 90,
        sessionRef: visitor?.sessionRef,
        leadId: services.leadIds.at(-1),
        kind: 'video',
        position: 2,
        from: 4,
        to: 8,
        whole: true,
      },
    ]);
  });

  it('is not recorded for initialisation segments, posters and rejected requests', async () => {
    const agent = await viewer(gateway);
    await agent.get(`/api/media/renditions/${renditionId}/segments/0`).expect(302);
    await agent.get('/api/media/posters/p').expect(302);
    await agent.get(`/api/media/renditions/${renditionId}/segments/2`).set('host', 'evil"host').expect(421);
    await agent.get(`/api/media/renditions/${renditionId}/segments/2`).expect(302);
    await until(() => deliveriesOf(renditionId).length > 0);
    expect(deliveriesOf(renditionId)).toHaveLength(1);
  });

  it('is not recorded for HEAD, which receives no URL', async () => {
    const agent = await viewer(gateway);
    const path = `/api/media/renditions/${renditionId}/segments/2`;
    const head = await agent.head(path).expect(200);
    expect(head.headers['location']).toBeUndefined();
    // The URL in the redirect gives access to the whole segment.
    await agent.get(path).set('range', 'bytes=0-0').expect(302);
    await until(() => deliveriesOf(renditionId).length > 0);
    expect(deliveriesOf(renditionId).map(({ whole }) => whole)).toEqual([true]);
  });

  it('is recorded before the gateway has closed', async () => {
    const closingGateway = await env.readyGateway();
    const agent = await viewer(closingGateway);
    await agent.get(`/api/media/renditions/${renditionId}/segments/2`).expect(302);
    await closingGateway.close();
    expect(deliveriesOf(renditionId)).toHaveLength(1);
  });
});

describe('the URLs of the next segments', () => {
  const path = (renditionId: string, from: number) =>
    `/api/media/renditions/${renditionId}/segments/${from}/urls`;
  const names = (response: supertest.Response) =>
    response.body.segments.map(({ name }: { name: string }) => name);
  beforeEach(() => {
    services.segmentsAfter = 7;
    services.segmentCalls = [];
  });
  afterAll(() => {
    services.segmentsAfter = 0;
  });

  /** Returns a viewer to whom the trailer is granted. */
  async function grantedViewer() {
    const agent = await viewer(gateway);
    await agent.get(`/api/media/trailers/${trailer.id}/master.m3u8`).expect(200);
    return agent;
  }

  it('cover 12 seconds, and are recorded as deliveries, except the initialisation segment', async () => {
    const agent = await viewer(gateway);
    const renditionId = randomUUID();
    const response = await agent.get(path(renditionId, 0)).expect(200);
    expect(names(response)).toEqual(['0', '1', '2', '3']);
    expect(response.body.segments[3].url).toBe('http://127.0.0.1:9000/object?X-Amz-Signature=abc&next=3');
    expect(response.body.validSeconds).toBeGreaterThan(50);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(names(await agent.get(path(renditionId, 4)).expect(200))).toEqual(['4', '5', '6']);
    await until(() => deliveriesOf(renditionId).length >= 6);
    expect(deliveriesOf(renditionId)).toMatchObject(
      [1, 2, 3, 4, 5, 6].map((position) => ({ position, whole: true })),
    );
  });

  it('include the URLs of a companion rendition, which are recorded as well', async () => {
    const agent = await viewer(gateway);
    const [video, audio] = [randomUUID(), randomUUID()];
    const response = await agent.get(`${path(video, 4)}?with=${audio}`).expect(200);
    expect(names(response)).toEqual(['4', '5', '6']);
    expect(response.body.companion.map(({ name }: { name: string }) => name)).toEqual(['4', '5', '6']);
    await until(() => deliveriesOf(video).length >= 3 && deliveriesOf(audio).length >= 3);
    expect(deliveriesOf(audio)).toMatchObject([4, 5, 6].map((position) => ({ position, whole: true })));
    expect((await agent.get(path(video, 4)).expect(200)).body.companion).toEqual([]);
  });

  it('omit a companion that lacks the requested segment, and are not found if the rendition lacks it', async () => {
    const agent = await viewer(gateway);
    const [known, unknown] = [randomUUID(), randomUUID()];
    services.missingRenditions = [unknown];
    const response = await agent.get(`${path(known, 4)}?with=${unknown}`).expect(200);
    expect([names(response), response.body.companion]).toEqual([['4', '5', '6'], []]);
    await agent.get(`${path(unknown, 4)}?with=${known}`).expect(404);
  });

  it('are signed once per host for all viewers of the trailer', async () => {
    const renditionId = randomUUID();
    for (const agent of [await grantedViewer(), await grantedViewer()]) {
      expect(names(await agent.get(path(renditionId, 2)).expect(200))).toEqual(['2', '3', '4']);
      await agent.get(`/api/media/renditions/${renditionId}/segments/5`).expect(302);
    }
    expect(services.segmentCalls).toHaveLength(1);
    const agent = await grantedViewer();
    const other = await agent.get(path(renditionId, 2)).set('host', 'portal.local:3000').expect(200);
    expect(other.body.segments[0].url).toMatch(/^http:\/\/portal\.local:9000/);
    expect(services.segmentCalls).toHaveLength(2);
  });

  it('are requested from media-service for a session without a grant', async () => {
    const renditionId = randomUUID();
    await (await grantedViewer()).get(path(renditionId, 1)).expect(200);
    await (await viewer(gateway)).get(path(renditionId, 1)).expect(200);
    expect(services.segmentCalls.map(({ grantedTrailers }) => grantedTrailers)).toEqual([[trailer.id], []]);
  });

  it('are denied as soon as the session ends', async () => {
    const agent = await grantedViewer();
    const renditionId = randomUUID();
    await agent.get(path(renditionId, 1)).expect(200);
    await agent.post('/api/auth/logout').expect(200);
    await agent.get(path(renditionId, 1)).expect(401);
    await agent.get(`/api/media/renditions/${renditionId}/segments/1`).expect(401);
  });

  it('are omitted for HEAD, which is not recorded, and when the gateway relays segments', async () => {
    const agent = await grantedViewer();
    const [headOnly, relayed, recorded] = [randomUUID(), randomUUID(), randomUUID()];
    await agent.head(path(headOnly, 1)).expect(200);
    services.signedOverride = { via: 'proxy' };
    const response = await agent.get(path(relayed, 1)).expect(200);
    services.signedOverride = undefined;
    expect(response.body.segments).toEqual([]);
    await agent.get(path(recorded, 1)).expect(200);
    await until(() => deliveriesOf(recorded).length > 0);
    expect([...deliveriesOf(headOnly), ...deliveriesOf(relayed)]).toEqual([]);
  });
});

describe('if browsers cannot reach the store', () => {
  it('relays segments and posters on every request', async () => {
    const store = createServer((request, response) => {
      response.setHeader('content-type', 'video/iso.segment');
      response.end(`${request.method} ${request.url} ${request.headers.range ?? ''}`);
    }).listen(0, '127.0.0.1');
    await once(store, 'listening');
    const url = `http://127.0.0.1:${(store.address() as AddressInfo).port}/object?X-Amz-Signature=abc`;
    services.signedOverride = { url, via: 'proxy' };
    const agent = await viewer(gateway);
    for (const path of [`/api/media/renditions/${randomUUID()}/segments/2`, '/api/media/posters/p']) {
      const response = await agent.get(path).set('range', 'bytes=0-').buffer(true).parse(text).expect(200);
      expect(response.body).toBe('GET /object?X-Amz-Signature=abc bytes=0-');
      expect(response.headers).toMatchObject({
        'cache-control': 'no-store',
        'content-type': 'video/iso.segment',
      });
      expect(response.headers['location']).toBeUndefined();
    }
    store.close();
    store.closeAllConnections();
    await agent.get('/api/media/posters/p').expect(503);
    services.signedOverride = undefined;
  });
});

describe('a relayed delivery', () => {
  const SEGMENT = 'x'.repeat(1000);
  let store: Server;

  beforeAll(async () => {
    store = createServer((request, response) => {
      const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
      if (!range) return void response.setHeader('content-length', SEGMENT.length).end(SEGMENT);
      const [from, to] = [Number(range[1]), range[2] ? Number(range[2]) : SEGMENT.length - 1];
      if (from >= SEGMENT.length) return void response.writeHead(416).end();
      response.setHeader('content-range', `bytes ${from}-${to}/${SEGMENT.length}`);
      response.writeHead(206).end(SEGMENT.slice(from, to + 1));
    }).listen(0, '127.0.0.1');
    await once(store, 'listening');
  });
  beforeEach(() => {
    services.signedOverride = {
      url: `http://127.0.0.1:${(store.address() as AddressInfo).port}/object`,
      via: 'proxy',
    };
  });
  afterAll(() => {
    services.signedOverride = undefined;
    store.closeAllConnections();
    store.close();
  });

  it('counts as whole only if it covers the segment, and is not recorded if no byte was sent', async () => {
    const agent = await viewer(gateway);
    const renditionId = randomUUID();
    const path = `/api/media/renditions/${renditionId}/segments/2`;
    expect((await agent.head(path).expect(200)).headers['location']).toBeUndefined();
    await agent.get(path).set('range', 'bytes=99999999-').expect(416);
    await agent.get(path).set('range', 'bytes=0-0').expect(206);
    await agent.get(path).set('range', 'bytes=1-').expect(206);
    await agent.get(path).set('range', 'bytes=0-').expect(206);
    await agent.get(path).expect(200);
    await until(() => deliveriesOf(renditionId).length >= 4);
    expect(deliveriesOf(renditionId).map(({ whole }) => whole)).toEqual([false, false, true, true]);
  });
});

/** Parses a body of any type as text. */
function text(response: supertest.Response, done: (error: Error | null, body: string) => void): void {
  const stream = response as unknown as NodeJS.ReadableStream;
  let body = '';
  stream.on('data', (chunk: Buffer) => {
    body += chunk.toString();
  });
  stream.on('end', () => done(null, body));
}
