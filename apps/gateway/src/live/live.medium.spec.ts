import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import {
  type LivePlayer,
  liveLimits,
  type PlayerReport,
  type RouteResponse,
  redisKeys,
  routes,
  SESSION_CHANGES_CHANNEL,
} from '@secure-preview/contracts';
import { until } from '@secure-preview/testing';
import { Redis } from 'ioredis';
import { flags } from '../testing/fake-flags.js';
import { holdCalls, services, trailer, UPLOAD_PASSWORD } from '../testing/fakes.js';
import {
  type RunningGateway,
  startTestEnvironment,
  type TestEnvironment,
} from '../testing/running-gateway.js';
import { StreamClient } from '../testing/stream-client.js';
import { cookieOf, lead, stranger, strangerFrom, uploader } from '../testing/visitors.js';
import { LiveFlagsService } from './live-flags.service.js';
import { liveKeys } from './live-scripts.js';
import { LiveSessionsService } from './live-sessions.service.js';

let env: TestEnvironment;
let gateways: [RunningGateway, RunningGateway];
let redis: Redis;
let admin: Awaited<ReturnType<typeof uploader>>;
/** Unix time in milliseconds of both gateways. */
let now: number;
let defaultClock: LiveSessionsService['now'];

beforeAll(async () => {
  env = await startTestEnvironment();
  await env.serveAll();
  const settings = { TRUST_PROXY: ['127.0.0.1'] };
  gateways = [await env.readyGateway(settings), await env.readyGateway(settings)];
  defaultClock = gateways[0].app.get(LiveSessionsService).now;
  for (const { app } of gateways) {
    app.get(LiveSessionsService).now = () => now;
    app.get(LiveFlagsService).now = () => now;
  }
  redis = new Redis(env.redis.url);
  await redis.set(redisKeys.uploadEpoch, services.epoch);
  admin = await uploader(gateways[0]);
});
beforeEach(async () => {
  now = Date.UTC(2026, 10, 27, 12);
  await redis.del(...liveKeys);
});
afterAll(async () => {
  redis?.disconnect();
  await env?.stop();
});

type Agent = ReturnType<typeof stranger>;
type Live = RouteResponse<typeof routes.live.list>;

/** Reads the live state as the administrator. */
const read = async (query = '', of: Agent = admin) =>
  (await of.get(`/api/live${query}`).expect(200)).body as Live;
const onlyPlayer = async (): Promise<LivePlayer | undefined> => {
  const { players } = await read();
  expect(players.length).toBeLessThan(2);
  return players[0];
};

/** Lets a visitor enter at a gateway, and receive the playlist of the trailer. */
async function visitor({ gateway = 0, name = lead.name, email = lead.email, ip = '203.0.113.7' } = {}) {
  const agent = strangerFrom(gateways[gateway] ?? gateways[0], ip).set('user-agent', 'Browser/1.0') as Agent;
  await agent
    .post('/api/auth/lead-capture')
    .send({ ...lead, name, email })
    .expect(200);
  await agent.get(`/api/media/trailers/${trailer.id}/master.m3u8`).expect(200);
  return agent;
}

const report = (changes: Partial<PlayerReport> = {}): PlayerReport => ({
  trailerId: trailer.id,
  state: 'playing',
  position: 0,
  at: 0,
  ...changes,
});
const signal = (agent: Agent, id: string, changes: Partial<PlayerReport> = {}, status = 200) =>
  agent.put(`/api/viewing-session/${id}/player`).send(report(changes)).expect(status);
const update = (agent: Agent, id: string, player?: Partial<PlayerReport>) =>
  agent
    .patch(`/api/viewing-session/${id}`)
    .send({ duration: '0:10', completed: 'false', ...(player ? { player: report(player) } : {}) });

describe('an open player', () => {
  it('is shown by all gateways with its visitor, device and network', async () => {
    const id = randomUUID();
    await signal(await visitor({ gateway: 1 }), id, { position: 12.5, at: 4000 });
    for (const gateway of gateways) {
      const { players, ...counts } = await read('', await uploader(gateway));
      expect(counts).toEqual({ total: 1, watching: 1, playing: 1 });
      expect(players).toEqual([
        {
          id,
          leadId: expect.any(String),
          name: lead.name,
          email: lead.email,
          verifiedBy: 'none',
          staff: false,
          ipAddress: '203.0.113.7',
          network: '203.0.113.0/24',
          userAgent: 'Browser/1.0',
          trailerId: trailer.id,
          trailerSeconds: 90,
          state: 'playing',
          position: 12.5,
          startedAt: new Date(now - 4000).toISOString(),
          flags: [],
        },
      ]);
    }
  });

  it('is also reported by watch reports, which analytics-service gets without it', async () => {
    const [agent, id] = [await visitor(), randomUUID()];
    await update(agent, id).expect(200);
    expect(await onlyPlayer()).toBeUndefined();
    await update(agent, id, { position: 10, at: 10_000 }).expect(200);
    expect(await onlyPlayer()).toMatchObject({ id, position: 10, state: 'playing' });
    expect(services.updates.at(-1)).toMatchObject({ id });
    expect(services.updates.at(-1)?.update).not.toHaveProperty('player');
  });

  it('is shown before analytics-service has stored the watch report', async () => {
    const [agent, id] = [await visitor(), randomUUID()];
    const release = holdCalls();
    const pending = update(agent, id, { state: 'paused' }).then(({ status }) => status);
    await until(async () => (await onlyPlayer())?.state === 'paused', { what: 'the player' });
    release();
    expect(await pending).toBe(200);
  });

  it('moves on while it plays, at most to its end, and stays while it is paused', async () => {
    const [agent, id] = [await visitor(), randomUUID()];
    await signal(agent, id, { position: 80, at: 1000 });
    now += 4000;
    expect(await onlyPlayer()).toMatchObject({ position: 84 });
    now += 8000;
    expect(await onlyPlayer()).toMatchObject({ position: 90 });
    await signal(agent, id, { state: 'paused', position: 30, at: 13_000 });
    now += 4000;
    expect(await onlyPlayer()).toMatchObject({ position: 30, state: 'paused' });
  });

  it('is gone at once when the access of its visitor ends while the page has an event stream', async () => {
    const agent = strangerFrom(gateways[0], '203.0.113.7') as Agent;
    const entered = await agent.post('/api/auth/lead-capture').send(lead).expect(200);
    await agent.get(`/api/media/trailers/${trailer.id}/master.m3u8`).expect(200);
    const leadId = services.leadIds.at(-1) ?? '';
    const address = { 'x-forwarded-for': '203.0.113.7' };
    const stream = await StreamClient.open(gateways[1].url, cookieOf(entered), address, trailer.id);
    await signal(agent, randomUUID());
    expect(await onlyPlayer()).toMatchObject({ leadId, state: 'playing' });
    await redis.set(redisKeys.visitEnded(leadId), 1);
    await redis.publish(SESSION_CHANGES_CHANNEL, JSON.stringify({ concerns: 'lead', ids: [leadId] }));
    expect(await stream.event()).toEqual({ kind: 'ended', reason: 'visitEnded' });
    await until(async () => (await read()).total === 0, { what: 'the player to be gone' });
  });

  it('is gone when its playback is ended, whatever it reports, and players of other trailers stay', async () => {
    const [agent, id] = [await visitor(), randomUUID()];
    const leadId = services.leadIds.at(-1) ?? '';
    await signal(agent, id);
    await redis.hset(redisKeys.endedPlaybacks(leadId), trailer.id, 1);
    const refused = await signal(agent, id, { at: 10 }, 403);
    expect(refused.body).toMatchObject({ code: 'ACCESS_ENDED', params: { reason: 'playbackEnded' } });
    expect((await read()).total).toBe(0);
    await update(agent, id, { at: 20 });
    expect((await read()).total).toBe(0);
    const sessions = gateways[0].app.get(LiveSessionsService);
    const [other] = [await visitor({ email: 'other@example.com' })];
    await signal(other, randomUUID());
    const [ref] = await redis.hkeys(liveKeys[1]);
    await sessions.close(ref ?? '', randomUUID());
    expect((await read()).total).toBe(1);
  });

  it('keeps the start of its first report', async () => {
    const [agent, id] = [await visitor(), randomUUID()];
    await signal(agent, id, { at: 500 });
    const startedAt = new Date(now - 500).toISOString();
    now += 20_000;
    // The clock of the page stopped while the computer slept.
    await signal(agent, id, { at: 600 });
    expect(await onlyPlayer()).toMatchObject({ startedAt });
  });
});

describe('reports that overtake each other', () => {
  it('never replace a newer state, whichever gateway they reach', async () => {
    const cookie = cookieOf(await stranger(gateways[0]).post('/api/auth/lead-capture').send(lead));
    const [agent, other] = gateways.map((gateway) => stranger(gateway).set('cookie', cookie)) as [
      Agent,
      Agent,
    ];
    await agent.get(`/api/media/trailers/${trailer.id}/master.m3u8`).expect(200);
    const id = randomUUID();
    await signal(agent, id, { state: 'paused', position: 42, at: 5000 });
    await signal(other, id, { state: 'playing', position: 40, at: 4999 });
    expect(await onlyPlayer()).toMatchObject({ state: 'paused', position: 42 });
    const reports = Array.from({ length: 40 }, (_, n) => 6000 + n).sort(() => Math.random() - 0.5);
    await Promise.all(
      reports.map((at, n) => signal(n % 2 ? agent : other, id, { position: at / 1000, state: 'paused', at })),
    );
    expect(await onlyPlayer()).toMatchObject({ position: 6.039 });
  });

  it('never open a closed player again', async () => {
    const [agent, id] = [await visitor(), randomUUID()];
    await signal(agent, id, { at: 1000 });
    await signal(agent, id, { state: 'closed', at: 3000 });
    expect(await onlyPlayer()).toBeUndefined();
    await signal(agent, id, { at: 2000 });
    expect(await onlyPlayer()).toBeUndefined();
    // The browser shows the page again, from its cache of left pages.
    await signal(agent, id, { state: 'paused', at: 9000 });
    expect(await onlyPlayer()).toMatchObject({ state: 'paused' });
  });
});

describe('a player of which nothing is heard', () => {
  it('has no signal after 15 s, and is gone after 30 s', async () => {
    const [agent, id] = [await visitor(), randomUUID()];
    await signal(agent, id);
    now += 14_999;
    expect(await read()).toMatchObject({ watching: 1, playing: 1, players: [{ state: 'playing' }] });
    now += 1;
    expect(await read()).toMatchObject({
      watching: 0,
      playing: 0,
      players: [{ state: 'noSignal', position: 15 }],
    });
    now += 14_999;
    expect(await onlyPlayer()).toMatchObject({ state: 'noSignal', position: 15 });
    now += 1;
    expect(await onlyPlayer()).toBeUndefined();
    expect(await redis.exists(...liveKeys)).toBe(0);
  });

  it('is removed by reports of others too, and by Redis once nobody reports', async () => {
    await signal(await visitor(), randomUUID());
    now += liveLimits.goneAfterMs;
    await signal(await visitor(), randomUUID());
    expect(await redis.hlen(liveKeys[1])).toBe(1);
    for (const key of liveKeys) {
      expect(await redis.pttl(key)).toBeGreaterThan(0);
      expect(await redis.pttl(key)).toBeLessThanOrEqual(liveLimits.goneAfterMs);
    }
  });

  it('is shown again with its next report, as after a loss of the state', async () => {
    const [agent, id] = [await visitor(), randomUUID()];
    await signal(agent, id, { at: 1000 });
    const before = await onlyPlayer();
    await redis.del(...liveKeys);
    expect(await read()).toEqual({ players: [], total: 0, watching: 0, playing: 0 });
    now += 5000;
    await signal(agent, id, { position: 5, at: 6000 });
    expect(await onlyPlayer()).toEqual({ ...before, position: 5 });
  });
});

describe('the time', () => {
  it('is that of Redis, so gateways whose clocks differ show the same', async () => {
    const sessions = gateways.map(({ app }) => app.get(LiveSessionsService));
    const clock = sessions[0]?.now;
    for (const each of sessions) each.now = defaultClock;
    const ownClock = jest.spyOn(Date, 'now').mockReturnValue(Date.UTC(2020, 0, 1));
    try {
      const [agent, id] = [await visitor({ gateway: 1 }), randomUUID()];
      await signal(agent, id, { position: 10, at: 60_000 });
      const player = await onlyPlayer();
      const [seconds] = await redis.time();
      expect(player).toMatchObject({ id, state: 'playing' });
      expect(Math.abs(Date.parse(player?.startedAt ?? '') / 1000 + 60 - Number(seconds))).toBeLessThan(10);
    } finally {
      ownClock.mockRestore();
      for (const each of sessions) each.now = clock ?? each.now;
    }
  });

  it('may be set back: players that have left do not stay, and others are shown with their next report', async () => {
    const [left, stays, id] = [await visitor(), await visitor({ name: 'Bo' }), randomUUID()];
    now += 3_600_000;
    await signal(left, randomUUID());
    await signal(stays, id);
    now -= 3_600_000;
    expect(await read()).toEqual({ players: [], total: 0, watching: 0, playing: 0 });
    expect(await redis.exists(...liveKeys)).toBe(0);
    await signal(stays, id, { position: 5, at: 5000 });
    expect(await onlyPlayer()).toMatchObject({ id, name: 'Bo', state: 'playing' });
  });
});

describe('the list', () => {
  it('has the player that began first at the top, and only as many as requested', async () => {
    const names = ['Cleo', 'Ada', 'Bob'];
    const agents = [];
    for (const name of names) agents.push(await visitor({ name, email: `${name}@kino.example` }));
    for (const agent of agents) {
      now += 1000;
      await signal(agent, randomUUID());
    }
    const shown = async (query: string) => {
      const { players, ...counts } = await read(query);
      return [players.map(({ name }) => name), counts];
    };
    const counts = { watching: 3, playing: 3 };
    expect(await shown('')).toEqual([names, { total: 3, ...counts }]);
    expect(await shown('?limit=2')).toEqual([['Cleo', 'Ada'], { total: 3, ...counts }]);
    expect(await shown('?q=%20aDA')).toEqual([['Ada'], { total: 1, ...counts }]);
    expect(await shown('?q=KINO.ex')).toEqual([names, { total: 3, ...counts }]);
    expect(await shown('?q=nobody')).toEqual([[], { total: 0, ...counts }]);
    for (const query of ['limit=0', 'limit=501', 'limit=x', 'q=%00']) {
      await admin.get(`/api/live?${query}`).expect(400);
    }
  });

  it('finds names in any script, whatever their case and composition', async () => {
    await signal(await visitor({ name: 'ΟΔΥΣΣΕΥΣ' }), randomUUID());
    await signal(await visitor({ name: 'Zoe\u0308 Groß' }), randomUUID());
    for (const q of ['οδυσσευς', 'Zo\u00eb', 'GROSS']) {
      expect([q, (await read(`?q=${encodeURIComponent(q)}`)).total]).toEqual([q, 1]);
    }
  });

  it('counts a visitor once, those who finished not at all, and nobody of the staff', async () => {
    const agent = await visitor();
    await signal(agent, randomUUID());
    await signal(agent, randomUUID(), { state: 'paused' });
    await signal(await visitor(), randomUUID(), { state: 'paused' });
    await signal(await visitor(), randomUUID(), { state: 'ended' });
    const staff = await visitor({ name: 'Noor' });
    await staff.post('/api/auth/upload-password').send({ password: UPLOAD_PASSWORD }).expect(200);
    await signal(staff, randomUUID());
    const { players, ...counts } = await read();
    expect(counts).toEqual({ total: 5, watching: 2, playing: 1 });
    expect(players.filter((player) => player.staff).map(({ name }) => name)).toEqual(['Noor']);
  });
});

describe('the flags of a visit', () => {
  afterEach(() => {
    flags.failure = undefined;
    flags.leadIds = [];
  });
  const kinds = async () => (await onlyPlayer())?.flags;

  it('are shown, and read again after 3 s, whatever the number of requests', async () => {
    await signal(await visitor(), randomUUID());
    const leadId = services.leadIds.at(-1) ?? '';
    const calls = flags.leadQueries.length;
    for (let n = 0; n < 3; n++) expect(await kinds()).toEqual([]);
    flags.leadIds.push(leadId);
    now += 2999;
    expect(await kinds()).toEqual([]);
    expect(flags.leadQueries.slice(calls)).toEqual([{ leadIds: [leadId] }]);
    now += 1;
    expect(await kinds()).toEqual(['watermark']);
    expect(flags.leadQueries).toHaveLength(calls + 2);
  });

  it('are absent while they cannot be read', async () => {
    await signal(await visitor(), randomUUID());
    flags.failure = new Error('no database');
    expect(await onlyPlayer()).not.toHaveProperty('flags');
    flags.failure = undefined;
    now += 3000;
    expect(await kinds()).toEqual([]);
  });

  it('are not asked for staff', async () => {
    const staff = await visitor();
    await staff.post('/api/auth/upload-password').send({ password: UPLOAD_PASSWORD }).expect(200);
    await signal(staff, randomUUID());
    const calls = flags.leadQueries.length;
    expect(await onlyPlayer()).not.toHaveProperty('flags');
    expect(flags.leadQueries).toHaveLength(calls);
  });
});

describe('a session', () => {
  it('shows only trailers that it may play', async () => {
    await signal(await visitor(), randomUUID(), { trailerId: randomUUID() });
    expect(await onlyPlayer()).toBeUndefined();
  });

  it('shows at most 8 players, those with the latest signals', async () => {
    const agent = await visitor();
    const ids = Array.from({ length: 10 }, () => randomUUID());
    for (const id of ids) {
      now += 1;
      await signal(agent, id);
    }
    expect((await read()).players.map(({ id }) => id)).toEqual(ids.slice(2));
  });

  it('cannot change the players of another one', async () => {
    const [agent, other, id] = [await visitor(), await visitor({ name: 'Mallory' }), randomUUID()];
    await signal(agent, id, { position: 10 });
    await signal(other, id, { state: 'closed', at: 99_999 });
    expect(await onlyPlayer()).toMatchObject({ name: lead.name, position: 10 });
  });

  it.each([
    ['an unknown state', { state: 'dancing' }],
    ['a negative position', { position: -1 }],
    ['a time that is not whole', { at: 1.5 }],
    ['a trailer that has no id', { trailerId: 'x' }],
  ])('is told when a report has %s', async (_case, changes) => {
    const agent = await visitor();
    await signal(agent, randomUUID(), changes as Partial<PlayerReport>, 400);
    await update(agent, randomUUID(), changes as Partial<PlayerReport>).expect(400);
    await agent.put('/api/viewing-session/x/player').send(report()).expect(400);
  });
});

describe('neither signals nor the live page', () => {
  it('extend a session or the uploader’s level', async () => {
    const agent = await visitor();
    await agent.post('/api/auth/upload-password').send({ password: UPLOAD_PASSWORD }).expect(200);
    for (const playing of await redis.keys(redisKeys.playing('*'))) await redis.del(playing);
    const keys = [
      ...(await redis.keys('portal:session:*')),
      ...(await redis.keys(redisKeys.uploaderIdle('*'))),
    ];
    for (const key of keys) await redis.expire(key, 100);
    await signal(agent, randomUUID());
    await read('', agent);
    for (const key of keys) expect(await redis.ttl(key)).toBeLessThanOrEqual(100);
    expect(await redis.keys(redisKeys.playing('*'))).toEqual([]);
  });
});

describe('many sessions', () => {
  it('are limited: the one silent for longest is dropped', async () => {
    const agent = await visitor();
    const member = (n: number) => `filler-${n}`;
    const fillers = Array.from({ length: liveLimits.maxSessions }, (_, n) => n);
    await redis.zadd(liveKeys[0], ...fillers.flatMap((n) => [now - 1000 + n / 10, member(n)]));
    await redis.hset(liveKeys[1], ...fillers.flatMap((n) => [member(n), '{}']));
    await signal(agent, randomUUID());
    expect(await redis.zcard(liveKeys[0])).toBe(liveLimits.maxSessions);
    expect(await redis.hlen(liveKeys[1])).toBe(liveLimits.maxSessions);
    expect(await redis.hmget(liveKeys[1], member(0), member(1))).toEqual([null, '{}']);
  });
});

describe('without Redis', () => {
  it('the live page gets 503', async () => {
    await env.redis.kill9();
    await admin.get('/api/live').expect(503);
    await env.redis.restart();
  });
});
