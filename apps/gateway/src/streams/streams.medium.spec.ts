import { randomUUID } from 'node:crypto';
import { get } from 'node:http';
import { connect } from 'node:net';
import { jest } from '@jest/globals';
import {
  type PublishedInvitation,
  redisKeys,
  SESSION_CHANGES_CHANNEL,
  type SessionChange,
  streamLimits,
} from '@secure-preview/contracts';
import { metricsText } from '@secure-preview/service-kit';
import { sumOf, until } from '@secure-preview/testing';
import { Redis } from 'ioredis';
import { type GatewayEnvironment, REDIS } from '../environment.js';
import { SESSION_PREFIX } from '../sessions/session-middleware.js';
import type { SessionRedis } from '../sessions/session-scripts.js';
import { CODE, LINK } from '../testing/fake-entry.js';
import { services, trailer, UPLOAD_PASSWORD } from '../testing/fakes.js';
import { PublishedAccess } from '../testing/published-access.js';
import {
  type RunningGateway,
  startTestEnvironment,
  type TestEnvironment,
} from '../testing/running-gateway.js';
import { StreamClient } from '../testing/stream-client.js';
import { cookieOf, lead, strangerFrom } from '../testing/visitors.js';
import { StreamsService } from './streams.service.js';

let env: TestEnvironment;
let redis: Redis;
let published: PublishedAccess;
let gateways: readonly [RunningGateway, RunningGateway];
const opened: StreamClient[] = [];

const startGateway = (settings: Partial<GatewayEnvironment> = {}) =>
  env.readyGateway({ TRUST_PROXY: ['127.0.0.1'], ...settings });

beforeAll(async () => {
  env = await startTestEnvironment();
  await env.serveAll();
  redis = new Redis(env.redis.url);
  redis.on('error', () => undefined);
  published = new PublishedAccess(redis);
  gateways = [await startGateway(), await startGateway()];
});
beforeEach(async () => {
  await published.uploadEpoch();
  await published.invitation();
});
afterEach(async () => {
  for (const stream of opened.splice(0)) stream.close();
  await until(async () => (await metricOf('portal_event_streams')) === 0, { what: 'no open stream' });
});
afterAll(async () => {
  redis?.disconnect();
  await env?.stop();
});

const verify = (gateway: RunningGateway, email: string, ip: string) =>
  strangerFrom(gateway, ip)
    .post('/api/auth/code/verify')
    .send({ ...lead, email, codeId: randomUUID(), code: CODE });

/** After an outage of Redis, each connection of the gateways and the fakes reconnects at a time of its own. */
async function waitUntilServed(): Promise<void> {
  for (const gateway of gateways)
    await until(
      async () => {
        const entered = await verify(gateway, `${randomUUID()}@kino.example`, '192.0.2.1');
        if (entered.status !== 200) return false;
        const cookie = cookieOf(entered);
        const shown = strangerFrom(gateway, '192.0.2.1').get('/api/active-trailer').set('cookie', cookie);
        return (await shown).status === 200;
      },
      { deadlineMs: 10_000, what: 'answers of every service' },
    );
}

async function enter(email = `${randomUUID()}@kino.example`, ip = '192.0.2.1') {
  const response = await verify(gateways[0], email, ip).expect(200);
  return { email, cookie: cookieOf(response), leadId: services.leadIds.at(-1) ?? '' };
}
type Visitor = Awaited<ReturnType<typeof enter>>;

async function open(
  { cookie }: Pick<Visitor, 'cookie'>,
  {
    gateway = gateways[0],
    ip = '192.0.2.1',
    trailerId,
  }: { gateway?: RunningGateway; ip?: string; trailerId?: string } = {},
): Promise<StreamClient> {
  const stream = await StreamClient.open(gateway.url, cookie, { 'x-forwarded-for': ip }, trailerId);
  opened.push(stream);
  return stream;
}

const keyOf = ({ cookie }: Visitor) => {
  const [id] = decodeURIComponent(/sp\.sid=([^;]+)/.exec(cookie)?.[1] ?? '')
    .slice(2)
    .split('.');
  return `${SESSION_PREFIX}${id}`;
};
const announce = (change: SessionChange) => redis.publish(SESSION_CHANGES_CHANNEL, JSON.stringify(change));
const streamsOf = (gateway: RunningGateway) => gateway.app.get(StreamsService, { strict: false });
/** Sends the comments that are due in 20 s. */
const pingNow = (gateway = gateways[0]) =>
  streamsOf(gateway).pingDue(performance.now() + streamLimits.pingEveryMs);
const metricOf = async (name: string) => sumOf(await metricsText(), name) ?? 0;
const invitation: PublishedInvitation = { generation: 1, revoked: false, startsAt: null, endsAt: null };

/** Each way to end the access that is announced: the changed key, its value, and the event. */
const ends: [string, (visitor: Visitor) => [string, string], (visitor: Visitor) => SessionChange, string][] =
  [
    [
      'whose visit is ended',
      ({ leadId }) => [redisKeys.visitEnded(leadId), '1'],
      ({ leadId }) => ({ concerns: 'lead', ids: [randomUUID(), leadId] }),
      'visitEnded',
    ],
    [
      'whose address is blocked',
      ({ email }) => [redisKeys.addressBlocked(email), '1'],
      ({ email }) => ({ concerns: 'address', ids: [email] }),
      'blocked',
    ],
    [
      'whose invitation is revoked',
      () => [redisKeys.invitation(LINK.id), JSON.stringify({ ...invitation, revoked: true })],
      () => ({ concerns: 'invitation', ids: [LINK.id] }),
      'revoked',
    ],
  ];

describe('the event stream of a visitor', () => {
  it.each(ends)(
    '%s ends with the reason within 1 s, at every gateway',
    async (_case, mark, change, reason) => {
      const visitor = await enter();
      const streams = await Promise.all(gateways.map((gateway) => open(visitor, { gateway })));
      await redis.set(...mark(visitor));
      await announce(change(visitor));
      for (const stream of streams) expect(await stream.event()).toEqual({ kind: 'ended', reason });
    },
  );

  it('ends when the playback of its trailer is ended, and streams of other trailers stay open', async () => {
    const visitor = await enter();
    const trailerId = randomUUID();
    const [stream, other] = [await open(visitor, { trailerId }), await open(visitor)];
    await redis.hset(redisKeys.endedPlaybacks(visitor.leadId), trailerId, 1);
    await announce({ concerns: 'lead', ids: [visitor.leadId] });
    expect(await stream.event()).toEqual({ kind: 'ended', reason: 'playbackEnded' });
    expect(other.isOpen).toBe(true);
  });

  it('that an announcement does not reach ends with its next comment', async () => {
    const visitor = await enter();
    const stream = await open(visitor);
    await redis.set(redisKeys.visitEnded(visitor.leadId), 1);
    await announce({ concerns: 'lead', ids: [randomUUID()] });
    pingNow();
    expect(await stream.event()).toEqual({ kind: 'ended', reason: 'visitEnded' });
    expect(stream.comments).toBe(2);
  });

  it('contains when an access that has not begun begins', async () => {
    const stream = await open(await enter());
    const startsAt = Date.now() + 60_000;
    await published.invitation({ startsAt });
    await announce({ concerns: 'invitation', ids: [LINK.id] });
    const instant = new Date(startsAt).toISOString();
    expect(await stream.event()).toEqual({ kind: 'ended', reason: 'notBegun', startsAt: instant });
  });

  it('stays open while the access of others ends, and receives a comment every 20 s', async () => {
    const [visitor, other] = [await enter(), await enter()];
    const [stream, ended] = [await open(visitor), await open(other)];
    expect([stream.status, stream.response.headers['content-type']]).toEqual([200, 'text/event-stream']);
    expect(stream.response.headers['cache-control']).toBe('no-store');
    await redis.set(redisKeys.visitEnded(other.leadId), 1);
    await announce({ concerns: 'lead', ids: [other.leadId] });
    await ended.event();
    // The first comment is due after half of the time at the earliest.
    streamsOf(gateways[0]).pingDue(performance.now() + streamLimits.pingEveryMs / 2 - 1000);
    pingNow();
    await stream.comment();
    expect([stream.comments, stream.isOpen]).toEqual([2, true]);
  });

  it('receives its first comment after 10 to 20 s at random, so that not all are sent at once', async () => {
    const random = jest.spyOn(Math, 'random').mockReturnValue(0);
    const early = await open(await enter());
    random.mockReturnValue(0.99);
    const late = await open(await enter());
    random.mockRestore();
    streamsOf(gateways[0]).pingDue(performance.now() + (streamLimits.pingEveryMs * 3) / 4);
    await early.comment();
    expect([early.comments, late.comments]).toEqual([2, 1]);
  });

  it('ends when its domain or network is blocked', async () => {
    const streams = [
      await open(await enter('ada@pirates.example')),
      await open(await enter(), { ip: '203.0.113.9' }),
    ];
    const other = await open(await enter());
    await published.blockRules({ domains: ['pirates.example'], networks: ['203.0.113.0/24'] });
    for (const stream of streams)
      expect(await stream.event(2500)).toEqual({ kind: 'ended', reason: 'blocked' });
    expect(other.isOpen).toBe(true);
    await published.blockRules({});
  });

  it('ends when the gate requires another proof than its session has', async () => {
    const response = await strangerFrom(gateways[0], '192.0.2.1').post('/api/auth/lead-capture').send(lead);
    const [unproved, proved] = [await open({ cookie: cookieOf(response) }), await open(await enter())];
    await published.settings({ gateMode: 'verified', requiredInside: 'address' });
    expect(await unproved.event(2500)).toEqual({ kind: 'signedOut' });
    expect(proved.isOpen).toBe(true);
    await published.settings({});
    // A gateway checks all streams when it follows a change, so the next test would not see what else ends its stream.
    const config = async () => (await strangerFrom(gateways[0], '192.0.2.1').get('/api/config')).body;
    await until(async () => (await config()).gateMode === 'open', { what: 'the open gate' });
  });

  it('ends when the session is signed out at another gateway', async () => {
    const visitor = await enter();
    const stream = await open(visitor);
    await strangerFrom(gateways[1], '192.0.2.1').post('/api/auth/logout').set('cookie', visitor.cookie);
    expect(await stream.event()).toEqual({ kind: 'signedOut' });
  });

  it('ends with the session, which it does not extend', async () => {
    const visitor = await enter();
    const key = keyOf(visitor);
    await redis.expire(key, 100);
    const stream = await open(visitor);
    pingNow();
    await stream.comment();
    expect(await redis.ttl(key)).toBeLessThanOrEqual(100);
    await redis.del(key);
    // The next comment is due 20 s after the one above.
    streamsOf(gateways[0]).pingDue(performance.now() + 2 * streamLimits.pingEveryMs);
    expect(await stream.event()).toEqual({ kind: 'signedOut' });
  });

  it('stays open when the visitor enters the upload password', async () => {
    const [visitor, other] = [await enter(), await enter()];
    const [stream, ended] = [await open(visitor), await open(other)];
    await strangerFrom(gateways[0], '192.0.2.1')
      .post('/api/auth/upload-password')
      .set('cookie', visitor.cookie)
      .send({ password: UPLOAD_PASSWORD })
      .expect(200);
    expect(await redis.exists(keyOf(visitor))).toBe(0);
    await redis.del(keyOf(other));
    pingNow();
    await ended.event();
    // Takes at least as long as the check of the first stream.
    await strangerFrom(gateways[0], '192.0.2.1').get('/api/access-check').expect(401);
    expect(stream.isOpen).toBe(true);
  });

  it('stays open while Redis is unavailable, and ends with what changed meanwhile', async () => {
    const visitor = await enter();
    const stream = await open(visitor);
    await redis.set(redisKeys.visitEnded(visitor.leadId), 1);
    await env.redis.kill9();
    pingNow();
    await stream.comment();
    expect(stream.isOpen).toBe(true);
    await env.redis.restart();
    expect(await stream.event(5000)).toEqual({ kind: 'ended', reason: 'visitEnded' });
    await waitUntilServed();
  });
});

describe('another shown version', () => {
  const { id: shownId, status } = trailer;
  beforeEach(() => void Object.assign(trailer, { status: 'ready' }));
  afterEach(() => void Object.assign(trailer, { id: shownId, status }));

  it('is told once to the streams of the others, which stay open', async () => {
    const visitor = await enter();
    const [same, other] = [await open(visitor, { trailerId: shownId }), await open(visitor)];
    await until(() => other.events.length > 0, { deadlineMs: 5000, what: 'the event' });
    expect(other.events).toEqual([{ kind: 'shown', trailerId: shownId }]);
    const next = randomUUID();
    Object.assign(trailer, { id: next });
    await until(() => same.events.length > 0, { deadlineMs: 5000, what: 'the event' });
    expect(same.events).toEqual([{ kind: 'shown', trailerId: next }]);
    Object.assign(trailer, { id: shownId });
    await until(() => same.events.length > 1, { deadlineMs: 5000, what: 'the second event' });
    expect(same.events.at(-1)).toEqual({ kind: 'shown', trailerId: shownId });
    await until(() => other.events.length > 2, { what: 'the third event' });
    expect(other.events.map(({ trailerId }) => trailerId)).toEqual([shownId, next, shownId]);
    expect([same.isOpen, other.isOpen]).toEqual([true, true]);
  });
});

it('tells changed terms, and that everybody is asked again, to all streams, which stay open', async () => {
  const streams = [await open(await enter()), await open(await enter(), { gateway: gateways[1] })];
  const terms = () => streams.map(({ events }) => events.filter(({ kind }) => kind === 'terms').length);
  await published.settings({ headerLine: 'Not about terms' });
  await published.settings({ termsAskedAt: '2026-01-01T00:00:00.000Z' });
  await until(() => terms().every((count) => count === 1), { deadlineMs: 5000, what: 'the event' });
  await published.settings({ termsAskedAt: '2026-01-01T00:00:00.000Z', termsTexts: { en: 'Other terms.' } });
  await until(() => terms().every((count) => count === 2), { deadlineMs: 5000, what: 'the second event' });
  expect(streams.every(({ isOpen }) => isOpen)).toBe(true);
  await published.settings({});
});

it('answers 400 without the id of a trailer, 401 without a session, and HEAD without a stream', async () => {
  const { cookie } = await enter();
  const path = '/api/events';
  await strangerFrom(gateways[0], '192.0.2.1').get(path).set('cookie', cookie).expect(400);
  const query = { trailerId: randomUUID() };
  await strangerFrom(gateways[0], '192.0.2.1').get(path).query(query).expect(401);
  await strangerFrom(gateways[0], '192.0.2.1').head(path).query(query).set('cookie', cookie).expect(200);
});

describe('the limits of streams', () => {
  const refused = async (limit: string) =>
    sumOf(await metricsText(), 'portal_event_streams_refused_total', { limit }) ?? 0;

  it('refuse more than 8 of one session until one is closed', async () => {
    const visitor = await enter();
    const before = await refused('session');
    const streams = await Promise.all(Array.from({ length: streamLimits.perSession }, () => open(visitor)));
    expect(streams.every(({ status }) => status === 200)).toBe(true);
    const other = await open(visitor);
    expect(other.status).toBe(429);
    expect(Number(other.response.headers['retry-after'])).toBeGreaterThanOrEqual(10);
    expect((await refused('session')) - before).toBe(1);
    expect((await open(await enter())).status).toBe(200);
    streams[0]?.close();
    await until(async () => (await open(visitor)).status === 200, { what: 'a free stream' });
  });

  it('leave streams for other addresses when one address opens many', async () => {
    const { perAddress, perSession } = streamLimits;
    const [before, address] = [await refused('address'), '198.51.100.7'];
    const visitors = await Promise.all(
      // An address may enter only a few times a minute.
      Array.from({ length: perAddress / perSession + 2 }, (_, n) => enter(undefined, `192.0.2.${n + 2}`)),
    );
    const streams: StreamClient[] = [];
    // All at once would exceed the requests in flight.
    for (const visitor of visitors) {
      const each = Array.from({ length: perSession }, () => open(visitor, { ip: address }));
      streams.push(...(await Promise.all(each)));
    }
    const refusedStreams = streams.filter(({ status }) => status === 429);
    expect(streams.filter(({ status }) => status === 200)).toHaveLength(perAddress);
    expect([refusedStreams.length, (await refused('address')) - before]).toEqual([
      2 * perSession,
      2 * perSession,
    ]);
    // Pages of such an address do not all return at once.
    const delays = new Set(refusedStreams.map(({ response }) => response.headers['retry-after']));
    expect(delays.size).toBeGreaterThan(1);
    expect((await open(await enter(), { ip: '198.51.100.8' })).status).toBe(200);
    for (const stream of streams) stream.close();
    const again = async () => (await open(visitors[0] as Visitor, { ip: address })).status === 200;
    await until(again, { what: 'a free stream' });
  });

  it('do not count streams as requests in progress, nor end them like slow transfers', async () => {
    const gateway = await startGateway({
      MAX_TRANSFER_SECONDS: 1,
      MAX_REQUESTS_IN_FLIGHT: 4,
      MAX_CONNECTIONS: 12,
    });
    const visitor = await enter();
    const streams: StreamClient[] = [];
    while (streams.length < 8) streams.push(await open(visitor, { gateway }));
    expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
    expect(await metricOf('portal_http_requests_in_flight')).toBe(0);
    const closedBefore = await metricOf('portal_http_connections_closed_total');
    const { port } = new URL(gateway.url);
    const idle = Array.from({ length: 20 }, () => connect(Number(port), '127.0.0.1').resume());
    await until(async () => (await metricOf('portal_http_connections_closed_total')) - closedBefore === 16, {
      what: 'the gateway to close idle connections',
    });
    // Longer than a transfer may take.
    await new Promise((resolve) => setTimeout(resolve, 1100));
    pingNow(gateway);
    await Promise.all(streams.map((stream) => stream.comment()));
    expect(streams.every(({ isOpen }) => isOpen)).toBe(true);
    for (const socket of idle) socket.destroy();
    await gateway.close();
  });
});

it('holds no stream for a client that left before its session was read', async () => {
  const { cookie } = await enter();
  const sessions = gateways[0].app.get<SessionRedis>(REDIS);
  const readSession = sessions.readSession;
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const read = jest.spyOn(sessions, 'readSession').mockImplementation(function (this: SessionRedis, ...args) {
    // Pipelines take over the scripts of their connection.
    if (this !== sessions) return readSession.apply(this, args);
    return released.then(() => readSession.apply(this, args));
  });
  const url = `${gateways[0].url}/api/events?trailerId=${randomUUID()}`;
  const request = get(url, { headers: { cookie, 'x-forwarded-for': '192.0.2.1' }, agent: false });
  request.on('error', () => undefined);
  const inFlight = () => metricOf('portal_http_requests_in_flight');
  try {
    await until(() => read.mock.calls.length > 0, { what: 'the request to arrive' });
    request.destroy();
    await until(async () => (await inFlight()) === 0, { what: 'the gateway to notice' });
    // The gateway continues with the request.
    release();
    await read.mock.results[0]?.value;
    await strangerFrom(gateways[0], '192.0.2.1').get('/api/access-check').set('cookie', cookie).expect(200);
  } finally {
    read.mockRestore();
  }
  // The response of the last request may close after its client has received it.
  await until(async () => (await inFlight()) === 0, { what: 'the end of the last request' });
  expect(await metricOf('portal_event_streams')).toBe(0);
});

it('closes all streams first at shutdown, each with a delay of 1 to 5 s, so that they return spread', async () => {
  const gateway = await startGateway();
  const visitors = await Promise.all(
    Array.from({ length: 4 }, (_, n) => enter(undefined, `192.0.2.${n + 2}`)),
  );
  const all = visitors.flatMap((visitor) => Array.from({ length: streamLimits.perSession }, () => visitor));
  const streams = await Promise.all(all.map((visitor) => open(visitor, { gateway })));
  await gateway.close();
  const delays = streams.map(({ retryMs }) => retryMs);
  const [first, last] = [Math.min(...delays), Math.max(...delays)];
  expect(first).toBeGreaterThanOrEqual(1000);
  expect(last).toBeLessThanOrEqual(5000);
  // 32 random delays within half of the interval: once in 10⁸ runs.
  expect(last - first).toBeGreaterThan(2000);
});
