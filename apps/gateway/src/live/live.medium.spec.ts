import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import {
  DAY_MS,
  type LivePlayer,
  liveLimits,
  type PlayerReport,
  type RouteResponse,
  redisKeys,
  routes,
  SESSION_CHANGES_CHANNEL,
} from '@secure-preview/contracts';
import type { Logger } from '@secure-preview/service-kit';
import { until } from '@secure-preview/testing';
import { Redis } from 'ioredis';
import { LOGGER } from '../environment.js';
import type { RequestContext } from '../http/request-context.js';
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
import { liveKeys, viewingsKey } from './live-scripts.js';
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

const UNREADABLE = 'live state: left out what cannot be read';
/** Milliseconds since visitors received the playlist. */
const GRANTED_AGO_MS = 3_600_000;

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
  await receivePlaylist(agent);
  return agent;
}

/** Lets the session of the last lead receive the playlist of the trailer, an hour ago. */
async function receivePlaylist(agent: Agent) {
  await agent.get(`/api/media/trailers/${trailer.id}/master.m3u8`).expect(200);
  const key = redisKeys.grants(services.capturedLeads.at(-1)?.visitor.sessionRef ?? '');
  const grant = JSON.parse((await redis.hget(key, trailer.id)) ?? '');
  await redis.hset(key, trailer.id, JSON.stringify({ ...grant, firstAt: grant.firstAt - GRANTED_AGO_MS }));
}

/** Starts a viewing, and returns its id. */
const viewingOf = async (agent: Agent): Promise<string> =>
  (await agent.post('/api/viewing-session').send({ trailerId: trailer.id }).expect(200)).body.id;

const report = (changes: Partial<PlayerReport> = {}): PlayerReport => ({
  trailerId: trailer.id,
  state: 'playing',
  position: 0,
  at: 0,
  ...changes,
});
const signal = (agent: Agent, id: string, changes: Partial<PlayerReport> = {}, status = 200) =>
  agent.put(`/api/viewing-session/${id}/player`).send(report(changes)).expect(status);
const play = async (agent: Agent, changes: Partial<PlayerReport> = {}) =>
  signal(agent, await viewingOf(agent), changes);
const update = (agent: Agent, id: string, player?: Partial<PlayerReport>) =>
  agent
    .patch(`/api/viewing-session/${id}`)
    .send({ duration: '0:10', completed: 'false', ...(player ? { player: report(player) } : {}) });

describe('an open player', () => {
  it('is shown by all gateways with its visitor, device and network', async () => {
    const agent = await visitor({ gateway: 1 });
    const id = await viewingOf(agent);
    await signal(agent, id, { position: 12.5, at: 4000 });
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
    const agent = await visitor();
    const id = await viewingOf(agent);
    await update(agent, id).expect(200);
    expect(await onlyPlayer()).toBeUndefined();
    await update(agent, id, { position: 10, at: 10_000 }).expect(200);
    expect(await onlyPlayer()).toMatchObject({ id, position: 10, state: 'playing' });
    expect(services.updates.at(-1)).toMatchObject({ id });
    expect(services.updates.at(-1)?.update).not.toHaveProperty('player');
  });

  it('is shown before analytics-service has stored the watch report', async () => {
    const agent = await visitor();
    const id = await viewingOf(agent);
    const release = holdCalls();
    const pending = update(agent, id, { state: 'paused' }).then(({ status }) => status);
    await until(async () => (await onlyPlayer())?.state === 'paused', { what: 'the player' });
    release();
    expect(await pending).toBe(200);
  });

  it('moves on while it plays, at most to its end, and stays while it is paused', async () => {
    const agent = await visitor();
    const id = await viewingOf(agent);
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
    await receivePlaylist(agent);
    const leadId = services.leadIds.at(-1) ?? '';
    const address = { 'x-forwarded-for': '203.0.113.7' };
    const stream = await StreamClient.open(gateways[1].url, cookieOf(entered), address, trailer.id);
    await play(agent);
    expect(await onlyPlayer()).toMatchObject({ leadId, state: 'playing' });
    await redis.set(redisKeys.visitEnded(leadId), 1);
    await redis.publish(SESSION_CHANGES_CHANNEL, JSON.stringify({ concerns: 'lead', ids: [leadId] }));
    expect(await stream.event()).toEqual({ kind: 'ended', reason: 'visitEnded' });
    await until(async () => (await read()).total === 0, { what: 'the player to be gone' });
  });

  it('is gone when its playback is ended, whatever it reports, and players of other trailers stay', async () => {
    const agent = await visitor();
    const id = await viewingOf(agent);
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
    await play(other);
    const [ref] = await redis.hkeys(liveKeys[1]);
    await sessions.close(ref ?? '', randomUUID());
    expect((await read()).total).toBe(1);
  });

  it('keeps the start of its first report', async () => {
    const agent = await visitor();
    const id = await viewingOf(agent);
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
    await receivePlaylist(agent);
    const id = await viewingOf(agent);
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
    const agent = await visitor();
    const id = await viewingOf(agent);
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
    const agent = await visitor();
    const id = await viewingOf(agent);
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
    await signal(agent, id, { state: 'paused', at: 30_000 });
    expect(await onlyPlayer()).toMatchObject({ id, state: 'paused' });
  });

  it('is removed by reports of others too, and by Redis once nobody reports', async () => {
    await play(await visitor());
    now += liveLimits.goneAfterMs;
    await play(await visitor());
    expect(await redis.hlen(liveKeys[1])).toBe(1);
    for (const key of liveKeys) {
      expect(await redis.pttl(key)).toBeGreaterThan(0);
      expect(await redis.pttl(key)).toBeLessThanOrEqual(liveLimits.goneAfterMs);
    }
  });

  it('is shown again with its next report, as after a loss of the state', async () => {
    const agent = await visitor();
    const id = await viewingOf(agent);
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
      const agent = await visitor({ gateway: 1 });
      const id = await viewingOf(agent);
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
    const [left, stays] = [await visitor(), await visitor({ name: 'Bo' })];
    const id = await viewingOf(stays);
    now += 3_600_000;
    await play(left);
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
      await play(agent);
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
    expect(await shown('?sort=newest&limit=2')).toEqual([['Bob', 'Ada'], { total: 3, ...counts }]);
    for (const query of ['limit=0', 'limit=501', 'limit=x', 'q=%00', 'sort=name', 'only=blocked']) {
      await admin.get(`/api/live?${query}`).expect(400);
    }
  });

  it('finds names in any script, whatever their case and composition', async () => {
    await play(await visitor({ name: 'ΟΔΥΣΣΕΥΣ' }));
    await play(await visitor({ name: 'Zoe\u0308 Groß' }));
    for (const q of ['οδυσσευς', 'Zo\u00eb', 'GROSS']) {
      expect([q, (await read(`?q=${encodeURIComponent(q)}`)).total]).toEqual([q, 1]);
    }
  });

  it('counts a visitor once, those who finished not at all, and nobody of the staff', async () => {
    const agent = await visitor();
    await play(agent);
    await play(agent, { state: 'paused' });
    await play(await visitor(), { state: 'paused' });
    await play(await visitor(), { state: 'ended' });
    const staff = await visitor({ name: 'Noor' });
    await staff.post('/api/auth/upload-password').send({ password: UPLOAD_PASSWORD }).expect(200);
    await play(staff);
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
    await play(await visitor());
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

  it('are absent while they cannot be read, which the answer says', async () => {
    await play(await visitor());
    flags.failure = new Error('no database');
    const { players, flagsUnavailable } = await read();
    expect([players.map((player) => 'flags' in player), flagsUnavailable]).toEqual([[false], true]);
    expect(await read('?only=flagged')).toMatchObject({ players: [], total: 0, flagsUnavailable: true });
    flags.failure = undefined;
    now += 3000;
    expect(await kinds()).toEqual([]);
    expect(await read('?only=flagged')).not.toHaveProperty('flagsUnavailable');
  });

  it('filter the list, not only what a page shows of it', async () => {
    const names = ['Ada', 'Bob', 'Cleo', 'Dan'];
    for (const name of names) {
      now += 1000;
      await play(await visitor({ name }));
      if (name > 'Bob') flags.leadIds.push(services.leadIds.at(-1) ?? '');
    }
    const shown = async (query: string) => {
      const { players, total, watching } = await read(`?only=flagged${query}`);
      return [players.map(({ name }) => name), total, watching];
    };
    expect(await shown('')).toEqual([['Cleo', 'Dan'], 2, 4]);
    expect(await shown('&limit=1')).toEqual([['Cleo'], 2, 4]);
    expect(await shown('&limit=1&sort=newest')).toEqual([['Dan'], 2, 4]);
    expect(await shown('&q=dan')).toEqual([['Dan'], 1, 4]);
  });

  it('are read in several calls for more visits than one call takes', async () => {
    const [http, leadIds] = [{ call: { requestId: 'r' } }, Array.from({ length: 501 }, () => randomUUID())];
    flags.leadIds.push(leadIds[0] ?? '', leadIds[500] ?? '');
    const calls = flags.leadQueries.length;
    const found = await gateways[0].app.get(LiveFlagsService).kindsOf(leadIds, http as RequestContext);
    expect(flags.leadQueries.slice(calls).map((query) => query.leadIds.length)).toEqual([500, 1]);
    expect([...found.values()].filter(({ length }) => length > 0)).toHaveLength(2);
    expect(found.size).toBe(501);
  });

  it('are not asked for staff', async () => {
    const staff = await visitor();
    await staff.post('/api/auth/upload-password').send({ password: UPLOAD_PASSWORD }).expect(200);
    await play(staff);
    const calls = flags.leadQueries.length;
    expect(await onlyPlayer()).not.toHaveProperty('flags');
    expect(flags.leadQueries).toHaveLength(calls);
  });
});

describe('a session', () => {
  it('shows only trailers that it may play', async () => {
    await play(await visitor(), { trailerId: randomUUID() });
    expect(await onlyPlayer()).toBeUndefined();
  });

  it('shows two players, and counts up to 6 further ones, those with the latest signals', async () => {
    const agent = await visitor();
    const ids: string[] = [];
    for (let n = 0; n < 10; n++) {
      now += 1;
      ids.push(await viewingOf(agent));
      await signal(agent, ids[n] ?? '', { state: n === 9 ? 'playing' : 'paused' });
    }
    const { players, total } = await read();
    // The one that plays, and the first of those that are paused.
    expect(players.map(({ id, more }) => [id, more])).toEqual([
      [ids[2], 6],
      [ids[9], 6],
    ]);
    expect(total).toBe(2);
  });

  it('shows two tabs, without a count', async () => {
    const agent = await visitor();
    const ids = [await viewingOf(agent), await viewingOf(agent)];
    for (const id of ids) {
      now += 1;
      await signal(agent, id);
    }
    const { players } = await read();
    expect(players.map(({ id, more }) => [id, more])).toEqual(ids.map((id) => [id, undefined]));
  });

  it('cannot change the players of another one', async () => {
    const [agent, other] = [await visitor(), await visitor({ name: 'Mallory' })];
    const id = await viewingOf(agent);
    await signal(agent, id, { position: 10 });
    await signal(other, id, { state: 'closed', at: 99_999 });
    services.unknownViewings.push(id);
    await update(other, id, { state: 'closed', at: 99_999 }).expect(404);
    expect(await onlyPlayer()).toMatchObject({ name: lead.name, position: 10 });
  });

  it('cannot invent players, or break the list with their ids', async () => {
    const [agent, other] = [await visitor(), await visitor({ name: 'Mallory' })];
    const id = await viewingOf(agent);
    await signal(agent, id);
    const old = { at: 8 * DAY_MS };
    const invented = randomUUID();
    services.unknownViewings.push(invented);
    for (const unknown of ['x', `${invented}x`, invented, '%7B%7D', '..%2F..']) {
      const { body } = await update(other, unknown, old).expect(404);
      expect(body.code).toBe('VIEWING_SESSION_NOT_FOUND');
    }
    await other.put('/api/viewing-session/x/player').send(report(old)).expect(400);
    await signal(other, invented, old);
    for (const query of ['', '?limit=1'])
      expect(await read(query)).toMatchObject({ total: 1, players: [{ id, name: lead.name }] });
    expect(await redis.hlen(liveKeys[1])).toBe(1);
  });

  it('has one player for each viewing, however its id is spelt', async () => {
    const agent = await visitor();
    const id = await viewingOf(agent);
    await signal(agent, id, { at: 1000 });
    await signal(agent, id.toUpperCase(), { at: 2000 });
    await update(agent, id.toUpperCase(), { position: 3, at: 3000 }).expect(200);
    expect(await onlyPlayer()).toMatchObject({ id, position: 3 });
  });

  it('cannot have started a player before it was granted the trailer', async () => {
    await play(await visitor(), { at: 8 * DAY_MS });
    const startedAgo = now - Date.parse((await onlyPlayer())?.startedAt ?? '');
    expect(startedAgo).toBeGreaterThanOrEqual(GRANTED_AGO_MS);
    expect(startedAgo).toBeLessThan(GRANTED_AGO_MS + 60_000);
  });

  it('has its viewings known for as long as it may be idle, whatever they report', async () => {
    const agent = await visitor();
    const key = viewingsKey(services.capturedLeads.at(-1)?.visitor.sessionRef ?? '');
    await play(agent);
    // The default of `SESSION_IDLE_HOURS`.
    expect(await redis.ttl(key)).toBeGreaterThan(12 * 3600 - 60);
  });

  it('shows a player again whose viewing Redis has lost, with its next watch report', async () => {
    const agent = await visitor();
    const id = await viewingOf(agent);
    await redis.del(viewingsKey(services.capturedLeads.at(-1)?.visitor.sessionRef ?? ''));
    await signal(agent, id);
    expect(await onlyPlayer()).toBeUndefined();
    await update(agent, id, { at: 5000 }).expect(200);
    await signal(agent, id, { state: 'paused', at: 6000 });
    expect(await onlyPlayer()).toMatchObject({ id, state: 'paused' });
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
    const id = await viewingOf(agent);
    for (const playing of await redis.keys(redisKeys.playing('*'))) await redis.del(playing);
    const keys = [
      ...(await redis.keys('portal:session:*')),
      ...(await redis.keys(redisKeys.uploaderIdle('*'))),
    ];
    for (const key of keys) await redis.expire(key, 100);
    await signal(agent, id);
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
    await play(agent);
    expect(await redis.zcard(liveKeys[0])).toBe(liveLimits.maxSessions);
    expect(await redis.hlen(liveKeys[1])).toBe(liveLimits.maxSessions);
    expect(await redis.hmget(liveKeys[1], member(0), member(1))).toEqual([null, '{}']);
  });
});

describe('a stored session that cannot be read', () => {
  it('is left out and logged once, and all others are listed', async () => {
    const warn = jest.spyOn(gateways[0].app.get<Logger>(LOGGER), 'warn');
    await play(await visitor());
    const [ref = ''] = await redis.hkeys(liveKeys[1]);
    const session = JSON.parse((await redis.hget(liveKeys[1], ref)) ?? '');
    const [player] = session.players;
    const broken = [
      'no JSON',
      '{}',
      'null',
      { ...session, name: null },
      { ...session, verifiedBy: 'magic' },
      { ...session, leadId: 'x' },
      { ...session, players: [null] },
      ...[{ id: 'x' }, { trailerId: 'x' }, { startedAt: 9e15 }, { position: 'x' }].map((changes) => ({
        ...session,
        leadId: randomUUID(),
        players: [{ ...player, startedAt: player.startedAt - 1000, ...changes }],
      })),
    ];
    for (const [n, value] of broken.entries()) {
      await redis.zadd(liveKeys[0], now, `broken-${n}`);
      const json = typeof value === 'string' ? value : JSON.stringify(value);
      await redis.hset(liveKeys[1], `broken-${n}`, json);
    }
    for (let n = 0; n < 2; n++) {
      const { players } = await read(`?q=${lead.name.slice(0, 3)}`);
      expect(players.map(({ id }) => id)).toEqual([player.id]);
    }
    expect(warn.mock.calls.filter(([, text]) => text === UNREADABLE)).toHaveLength(1);
  });
});

describe('without Redis', () => {
  it('the live page gets 503', async () => {
    await env.redis.kill9();
    await admin.get('/api/live').expect(503);
    await env.redis.restart();
  });
});
