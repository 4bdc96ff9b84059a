import { randomUUID } from 'node:crypto';
import { type AccessEndedReason, allRoutes, redisKeys } from '@secure-preview/contracts';
import { until } from '@secure-preview/testing';
import { Redis } from 'ioredis';
import type supertest from 'supertest';
import { REDIS } from '../environment.js';
import { COMPARED } from '../leads/staff-comparison.service.js';
import { CODE, codeProof, entries, LINK } from '../testing/fake-entry.js';
import { services, UPLOAD_PASSWORD } from '../testing/fakes.js';
import { PublishedAccess } from '../testing/published-access.js';
import {
  type RunningGateway,
  startTestEnvironment,
  type TestEnvironment,
} from '../testing/running-gateway.js';
import { cookieOf, lead, strangerFrom, uploader } from '../testing/visitors.js';
import { SESSION_PREFIX } from './session-middleware.js';
import { SessionRecordsService } from './session-records.service.js';
import type { SessionRedis } from './session-scripts.js';

let env: TestEnvironment;
let redis: Redis;
let published: PublishedAccess;
let gateways: readonly [RunningGateway, RunningGateway];

/** Limit within which every gateway follows a change; other tests wait longer on a busy host. */
const FOLLOWED = { deadlineMs: 2500 };
const invitedProof = entries.proof;

beforeAll(async () => {
  env = await startTestEnvironment();
  await env.serveAll();
  redis = new Redis(env.redis.url);
  published = new PublishedAccess(redis);
  const settings = { TRUST_PROXY: ['127.0.0.1'] };
  gateways = [await env.readyGateway(settings), await env.readyGateway(settings)];
});
afterAll(async () => {
  redis?.disconnect();
  await env?.stop();
});
beforeEach(async () => {
  entries.proof = invitedProof;
  await published.uploadEpoch();
  await published.invitation();
  await redis.set(redisKeys.blocksPublished, 1);
});

/** A session of a visitor whose address was proved. */
interface Entered {
  readonly email: string;
  readonly leadId: string;
  readonly sessionRef: string;
  readonly cookie: string;
  /** Sends a request of the session. */
  send(
    method: 'get' | 'post' | 'patch' | 'put' | 'delete',
    path: string,
    options?: { gateway?: RunningGateway; ip?: string },
  ): supertest.Test;
}

async function enter(email = `${randomUUID()}@kino.example`): Promise<Entered> {
  const response = await strangerFrom(gateways[0], '192.0.2.1')
    .post('/api/auth/code/verify')
    .send({ ...lead, email, codeId: randomUUID(), code: CODE })
    .expect(200);
  const cookie = cookieOf(response);
  return {
    email,
    cookie,
    leadId: services.leadIds.at(-1) ?? '',
    sessionRef: services.capturedLeads.at(-1)?.visitor.sessionRef ?? '',
    send: (method, path, { gateway = gateways[1], ip = '192.0.2.1' } = {}) =>
      strangerFrom(gateway, ip)[method](path).set('cookie', cookie),
  };
}

const keyOf = ({ cookie }: Entered) => {
  const [id] = decodeURIComponent(/sp\.sid=([^;]+)/.exec(cookie)?.[1] ?? '')
    .slice(2)
    .split('.');
  return `${SESSION_PREFIX}${id}`;
};
const endedWith = async (request: supertest.Test) => {
  const { status, body } = await request;
  return [status, body.code, body.params?.reason];
};
const accessLog = (visitor: Entered, options?: Parameters<Entered['send']>[2]) =>
  visitor.send('post', '/api/access-log', options);

/** Ends the access of a visitor in each way that Redis holds, and returns how to undo it. */
const ends: [AccessEndedReason, (visitor: Entered) => Promise<() => Promise<unknown>>][] = [
  [
    'visitEnded',
    async ({ leadId }) => {
      await redis.set(redisKeys.visitEnded(leadId), 1);
      return () => redis.del(redisKeys.visitEnded(leadId));
    },
  ],
  [
    'blocked',
    async ({ email }) => {
      await published.blockAddress(email);
      return () => redis.del(redisKeys.addressBlocked(email));
    },
  ],
  ['revoked', async () => invitationChange({ revoked: true })],
  ['revoked', async () => invitationChange({ generation: 2 })],
  ['expired', async () => invitationChange({ endsAt: Date.now() })],
  ['notBegun', async () => invitationChange({ startsAt: Date.now() + 60_000 })],
];
async function invitationChange(changes: Parameters<PublishedAccess['invitation']>[0]) {
  await published.invitation(changes);
  return () => published.invitation();
}

describe.each(ends)('access that ended with the reason %s', (reason, end) => {
  const ended = [403, 'ACCESS_ENDED', reason];

  it('is 403 at every gateway with the next request, until it is allowed again', async () => {
    const visitor = await enter();
    await accessLog(visitor).expect(200);
    const undo = await end(visitor);
    for (const gateway of gateways) {
      expect(await endedWith(accessLog(visitor, { gateway }))).toEqual(ended);
      expect(await endedWith(visitor.send('get', '/api/access-check', { gateway }))).toEqual(ended);
    }
    expect((await visitor.send('get', '/api/auth/status').expect(200)).body).toEqual({
      authenticated: false,
      uploadAuthenticated: false,
      viewer: null,
      accessEnded: reason,
      ...(reason === 'notBegun' && { startsAt: expect.any(String) }),
    });
    await undo();
    await accessLog(visitor).expect(200);
    expect((await visitor.send('get', '/api/auth/status')).body.authenticated).toBe(true);
  });

  it('extends neither session nor playback', async () => {
    const visitor = await enter();
    const undo = await end(visitor);
    await redis.expire(keyOf(visitor), 100);
    await visitor
      .send('patch', `/api/viewing-session/${randomUUID()}`)
      .send({ duration: '0:01', completed: 'false' })
      .expect(403);
    await visitor.send('get', `/api/media/trailers/${randomUUID()}/master.m3u8`);
    await visitor.send('get', '/api/auth/status').expect(200);
    expect(await redis.ttl(keyOf(visitor))).toBeLessThanOrEqual(100);
    expect(
      await redis.exists(redisKeys.playing(visitor.sessionRef), redisKeys.grants(visitor.sessionRef)),
    ).toBe(0);
    await undo();
    await accessLog(visitor).expect(200);
    expect(await redis.ttl(keyOf(visitor))).toBeGreaterThan(100);
  });

  it('can be left by signing out', async () => {
    const visitor = await enter();
    const undo = await end(visitor);
    await visitor.send('post', '/api/auth/logout').expect(200, { ok: true });
    expect(await redis.exists(keyOf(visitor))).toBe(0);
    await undo();
    await accessLog(visitor).expect(401);
  });
});

it('names the time at which access begins, in the error and in the status', async () => {
  const visitor = await enter();
  const startsAt = Date.now() + 60_000;
  const instant = new Date(startsAt).toISOString();
  await published.invitation({ startsAt });
  const { body } = await accessLog(visitor).expect(403);
  expect(body.params).toEqual({ reason: 'notBegun', startsAt: instant });
  const status = await visitor.send('get', '/api/auth/status').expect(200);
  expect(status.body).toMatchObject({ accessEnded: 'notBegun', startsAt: instant });
});

describe('ended access', () => {
  it('is 403 at every protected route with every method, before the body is read', async () => {
    const visitor = await enter();
    await redis.set(redisKeys.visitEnded(visitor.leadId), 1);
    const paths = allRoutes.filter(({ access }) => access !== 'public').map(({ path }) => path);
    for (const path of new Set(paths))
      for (const method of ['get', 'post', 'patch', 'put', 'delete'] as const) {
        const request = visitor.send(method, path.replace(/:\w+/g, randomUUID()));
        const answer = await endedWith(method === 'get' ? request : request.type('json').send('{"broken'));
        expect([method, path, ...answer]).toEqual([method, path, 403, 'ACCESS_ENDED', 'visitEnded']);
      }
  });

  it('does not concern another session of the same network', async () => {
    const [ended, other] = [await enter(), await enter()];
    await published.blockAddress(ended.email);
    expect(await endedWith(accessLog(ended))).toEqual([403, 'ACCESS_ENDED', 'blocked']);
    await accessLog(other).expect(200);
  });

  it('ends with the session', async () => {
    const visitor = await enter();
    await published.blockAddress(visitor.email);
    const record = JSON.parse((await redis.get(keyOf(visitor))) ?? '');
    record.portal.startedAt -= 8 * 24 * 3_600_000;
    await redis.set(keyOf(visitor), JSON.stringify(record), 'KEEPTTL');
    await accessLog(visitor).expect(401);
    await redis.del(keyOf(visitor));
    await accessLog(visitor).expect(401);
  });
});

describe('a request', () => {
  it.each([
    ['viewer', false],
    ['uploader', true],
  ])('of a %s reads all that decides on access in one round trip', async (_level, isUploader) => {
    const visitor = await enter();
    let { cookie } = visitor;
    if (isUploader) {
      const raised = visitor.send('post', '/api/auth/upload-password').send({ password: UPLOAD_PASSWORD });
      cookie = cookieOf(await raised.expect(200));
    }
    const connection = gateways[1].app.get<SessionRedis>(REDIS);
    const commands: unknown[][] = [];
    const methods = ['readSession', 'eval', 'exists', 'get', 'hgetall', 'expire', 'set'] as const;
    const own = methods.map((method) => Object.getOwnPropertyDescriptor(connection, method));
    for (const method of methods) {
      const original = connection[method] as (...args: unknown[]) => unknown;
      const recording = function (this: unknown, ...args: unknown[]) {
        // Pipelines take over the scripts of their connection.
        if (this === connection) commands.push([method, ...args]);
        return original.apply(this, args);
      };
      Object.defineProperty(connection, method, { value: recording, configurable: true });
    }
    try {
      await strangerFrom(gateways[1], '192.0.2.1')
        .get('/api/active-trailer')
        .set('cookie', cookie)
        .expect(200);
    } finally {
      for (const [index, method] of methods.entries()) {
        Reflect.deleteProperty(connection, method);
        Object.defineProperties(connection, own[index] ? { [method]: own[index] } : {});
      }
    }
    // What the gateway repeats may run at the same moment.
    const repeated: unknown[] = [redisKeys.settingsVersion, redisKeys.blockRulesVersion, COMPARED];
    const ofRequest = commands.filter(([, key]) => !repeated.includes(key));
    expect(ofRequest.map(([method]) => method)).toEqual(['readSession']);
  });
});

describe('a session whose invitation is missing in Redis', () => {
  it('gets 503 until it is published again, and can sign out and enter anew', async () => {
    const visitor = await enter();
    await redis.del(redisKeys.invitation(LINK.id));
    for (const [method, path] of [
      ['post', '/api/access-log'],
      ['get', '/api/auth/status'],
    ] as const) {
      const response = await visitor.send(method, path);
      expect([response.status, response.body.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    }
    await visitor.send('post', '/api/auth/lead-capture').send(lead).expect(200);
    const other = await enter();
    await other.send('post', '/api/auth/logout').expect(200);
    expect(await redis.exists(keyOf(other))).toBe(0);
  });

  it('has access again once it is published', async () => {
    const visitor = await enter();
    await redis.del(redisKeys.invitation(LINK.id));
    await accessLog(visitor).expect(503);
    await published.invitation();
    await accessLog(visitor).expect(200);
  });
});

describe('blocked domains and networks', () => {
  afterEach(async () => {
    const visitor = await enter();
    await published.blockRules({});
    for (const gateway of gateways)
      await until(async () => (await accessLog(visitor, { ip: '203.0.113.9', gateway })).status === 200, {
        what: 'the change',
      });
  });

  /** Publishes rules, and waits until each gateway applies them to a request. */
  async function block(
    rules: Parameters<PublishedAccess['blockRules']>[0],
    ended: Entered,
    { ip, ...limit }: { ip?: string; deadlineMs?: number } = {},
  ) {
    await published.blockRules(rules);
    for (const gateway of gateways)
      await until(
        async () => {
          const answer = await endedWith(accessLog(ended, { gateway, ...(ip ? { ip } : {}) }));
          return answer.join() === '403,ACCESS_ENDED,blocked';
        },
        { what: 'the change', ...limit },
      );
  }

  it('end the access of a domain on two gateways within 2 s', async () => {
    const [ended, other] = [await enter('ada@Pirates.example'), await enter('ada@mail.pirates.example')];
    await block({ domains: ['films.example', 'pirates.example'] }, ended, FOLLOWED);
    await accessLog(other).expect(200);
  });

  it('end the access of viewers from a network, and leave their sessions alone elsewhere', async () => {
    const visitor = await enter();
    await block({ networks: ['203.0.113.0/24', '2001:db8::/32'] }, visitor, { ip: '203.0.113.9' });
    expect(await endedWith(accessLog(visitor, { ip: '2001:db8:1::1' }))).toEqual([
      403,
      'ACCESS_ENDED',
      'blocked',
    ]);
    const agent = (await uploader(gateways[0])).set('x-forwarded-for', '203.0.113.9');
    await agent.get('/api/lead-captures').expect(200);
    await accessLog(visitor, { ip: '203.0.114.9' }).expect(200);
    await accessLog(visitor, { ip: '2001:db9::1' }).expect(200);
  });

  it('reject every visitor, and store no lead', async () => {
    const visitor = await enter('eve@pirates.example');
    await block({ domains: ['pirates.example'], networks: ['203.0.113.0/24'] }, visitor);
    const before = services.leadIds.length;
    const submit = (ip: string, email: string) =>
      strangerFrom(gateways[0], ip)
        .post('/api/auth/lead-capture')
        .send({ ...lead, email });
    for (const request of [
      submit('192.0.2.1', 'new@PIRATES.example'),
      submit('192.0.2.1', 'new@ｐｉｒａｔｅｓ.example'),
      submit('203.0.113.9', 'new@kino.example'),
    ])
      expect(await endedWith(request)).toEqual([403, 'ACCESS_ENDED', 'blocked']);
    expect(services.leadIds).toHaveLength(before);
    await submit('192.0.2.1', 'new@kino.example').expect(200);
  });

  it('stay in effect while Redis has lost its data', async () => {
    const visitor = await enter('ada@pirates.example');
    await block({ domains: ['pirates.example'] }, visitor);
    await redis.del(redisKeys.blockRulesVersion);
    // A change of the settings is followed at the same interval.
    await published.settings({ companyName: 'Later' });
    const named = async () => (await strangerFrom(gateways[1], '192.0.2.1').get('/api/config')).body;
    await until(async () => (await named()).companyName === 'Later', { what: 'the change' });
    expect(await endedWith(accessLog(visitor))).toEqual([403, 'ACCESS_ENDED', 'blocked']);
    await published.settings({});
  });
});

describe('an uploader', () => {
  it('is exempt from blocks, invitation and gate mode, but not from the end of the visit', async () => {
    const agent = await uploader(gateways[0]);
    const leadId = services.leadIds.at(-1) ?? '';
    const { sessionRef = '' } = services.passwordAttempts.at(-1) ?? {};
    await published.blockAddress(lead.email);
    try {
      await agent.get('/api/lead-captures').expect(200);
      await agent.post('/api/access-log').expect(200);
      await redis.del(redisKeys.uploaderIdle(sessionRef));
      expect(await endedWith(agent.get('/api/lead-captures'))).toEqual([403, 'ACCESS_ENDED', 'blocked']);
    } finally {
      await redis.del(redisKeys.addressBlocked(lead.email));
    }
    await agent.post('/api/auth/upload-password').send({ password: UPLOAD_PASSWORD }).expect(200);
    await redis.set(redisKeys.visitEnded(leadId), 1);
    expect(await endedWith(agent.get('/api/lead-captures'))).toEqual([403, 'ACCESS_ENDED', 'visitEnded']);
  });

  it('keeps the session alive while blocked', async () => {
    const visitor = await enter();
    const response = await visitor
      .send('post', '/api/auth/upload-password')
      .send({ password: UPLOAD_PASSWORD })
      .expect(200);
    const raised = { ...visitor, cookie: cookieOf(response) };
    await published.blockAddress(visitor.email);
    await published.invitation({ revoked: true });
    await redis.expire(keyOf(raised), 100);
    await strangerFrom(gateways[1], '192.0.2.1')
      .get('/api/lead-captures')
      .set('cookie', raised.cookie)
      .expect(200);
    expect(await redis.ttl(keyOf(raised))).toBeGreaterThan(100);
  });
});

describe('beginning a session', () => {
  const submit = (email: string) =>
    strangerFrom(gateways[0], '192.0.2.1')
      .post('/api/auth/lead-capture')
      .send({ ...lead, email });

  it('is rejected for a blocked address in upper or lower case, without a lead', async () => {
    await published.blockAddress('mallory@kino.example');
    const before = services.leadIds.length;
    const response = await submit('Mallory@Kino.example');
    expect(await endedWith(Promise.resolve(response) as never)).toEqual([403, 'ACCESS_ENDED', 'blocked']);
    expect(response.headers['set-cookie']).toBeUndefined();
    expect(services.leadIds).toHaveLength(before);
  });

  it('is rejected in the same step that stores the record', async () => {
    await published.blockAddress('trudy@kino.example');
    const records = gateways[0].app.get(SessionRecordsService);
    const begin = (email: string | null) => records.begin('an id', randomUUID(), '{}', email);
    expect(await begin('trudy@kino.example')).toBe('blocked');
    await redis.del(redisKeys.blocksPublished);
    expect(await begin('ada@kino.example')).toBe('unknown');
    expect(await redis.exists(`${SESSION_PREFIX}an id`)).toBe(0);
    expect(await begin(null)).toBe('begun');
    await redis.del(`${SESSION_PREFIX}an id`);
  });

  it('calls auth-service while the blocks are not published', async () => {
    await redis.del(redisKeys.blocksPublished);
    entries.blocked = ['oscar@kino.example'];
    const response = await submit('Oscar@kino.example');
    expect([response.status, response.body.code]).toEqual([403, 'ACCESS_ENDED']);
    expect(response.headers['set-cookie']).toBeUndefined();
    await submit('ada@kino.example').expect(200);
  });
});

describe('a gate mode for everybody', () => {
  const administrator = () => uploader(gateways[1]);
  const modeOf = async (gateway: RunningGateway) =>
    (await strangerFrom(gateway, '192.0.2.1').get('/api/config')).body.gateMode;
  const choose = async (...[settings]: Parameters<PublishedAccess['settings']>) => {
    await published.settings(settings);
    for (const gateway of gateways)
      await until(async () => (await modeOf(gateway)) === (settings.gateMode ?? 'open'), {
        what: 'the change',
      });
  };
  afterEach(() => choose({}));

  it('ends sessions without the required proof, except those of uploaders', async () => {
    const agent = await administrator();
    const open = strangerFrom(gateways[0], '192.0.2.1');
    await open.post('/api/auth/lead-capture').send(lead).expect(200);
    entries.proof = codeProof;
    const proved = await enter();
    entries.proof = invitedProof;
    const invited = await enter();
    const accessStates = async () => [
      (await open.post('/api/access-log')).status,
      (await accessLog(proved)).status,
      (await accessLog(invited)).status,
      (await agent.get('/api/lead-captures')).status,
    ];
    await choose({ gateMode: 'invited' });
    expect(await accessStates()).toEqual([200, 200, 200, 200]);
    await choose({ gateMode: 'verified', requiredInside: 'address' });
    expect(await accessStates()).toEqual([401, 200, 200, 200]);
    expect((await open.post('/api/access-log')).body).toMatchObject({
      message: 'Unauthorized',
      code: 'UNAUTHORIZED',
      params: { reason: 'proofRequired' },
    });
    expect((await open.get('/api/auth/status')).body).toEqual({
      authenticated: false,
      uploadAuthenticated: false,
      viewer: null,
      proofRequired: { name: lead.name, email: lead.email },
    });
    await choose({ gateMode: 'invited', requiredInside: 'invitation' });
    expect(await accessStates()).toEqual([401, 401, 200, 200]);
  });

  it('is no longer required of visitors who entered while the gate was open', async () => {
    const agent = await administrator();
    // `settings reset gateMode` leaves the requirement for visitors inside.
    await choose({ requiredInside: 'invitation' });
    const open = strangerFrom(gateways[0], '192.0.2.1');
    await open.post('/api/auth/lead-capture').send(lead).expect(200);
    const { body } = await agent.get('/api/gate-mode').expect(200);
    const testCode = { email: lead.email, codeId: randomUUID(), code: CODE };
    const gate = { gateMode: 'invited', gateAppliesTo: 'newVisitors', invitationProof: 'code' };
    const form = { version: body.version, ...gate, testCode, password: UPLOAD_PASSWORD };
    await agent.post('/api/gate-mode').send(form).expect(200);
    await choose(services.settings.overrides);
    await open.post('/api/access-log').expect(200);
    expect(services.settings.overrides).toMatchObject({ gateMode: 'invited', requiredInside: 'nothing' });
  });

  it('counts a session that has lost the level of an uploader as expired', async () => {
    const agent = await administrator();
    const { sessionRef = '' } = services.passwordAttempts.at(-1) ?? {};
    await choose({ gateMode: 'verified' });
    await redis.del(redisKeys.uploaderIdle(sessionRef));
    expect((await agent.post('/api/access-log').expect(401)).body.params).toEqual({});
    expect((await agent.get('/api/auth/status')).body).toEqual(
      (await strangerFrom(gateways[1], '192.0.2.1').get('/api/auth/status')).body,
    );
  });
});

describe('a session that began with version 1.0', () => {
  /** Stores a record without `access`, as version 1.0 writes it. */
  async function oldSession(email: string): Promise<Entered> {
    const visitor = await enter(email);
    const record = JSON.parse((await redis.get(keyOf(visitor))) ?? '');
    expect(record.portal.access).toMatchObject({ verifiedBy: 'invitation' });
    delete record.portal.access;
    await redis.set(keyOf(visitor), JSON.stringify(record), 'KEEPTTL');
    return visitor;
  }

  it('continues, and ends with the visit or a block of the typed address', async () => {
    const email = `Old-${randomUUID()}@Kino.example`;
    const visitor = await oldSession(email);
    await published.invitation({ revoked: true });
    await accessLog(visitor).expect(200);
    await published.blockAddress(email.toLowerCase());
    expect(await endedWith(accessLog(visitor))).toEqual([403, 'ACCESS_ENDED', 'blocked']);
    await redis.set(redisKeys.visitEnded(visitor.leadId), 1);
    expect(await endedWith(accessLog(visitor))).toEqual([403, 'ACCESS_ENDED', 'visitEnded']);
  });

  it('can be raised to the uploader’s level', async () => {
    const visitor = await oldSession(`${randomUUID()}@kino.example`);
    await visitor.send('post', '/api/auth/upload-password').send({ password: UPLOAD_PASSWORD }).expect(200);
  });
});

it('is unknown at a gateway that has not read settings and blocks, where sessions can still be signed out', async () => {
  const own = await startTestEnvironment();
  try {
    const [auth] = await Promise.all([own.serve('auth'), own.serve('analytics'), own.serve('media')]);
    const ready = await own.readyGateway();
    const response = await strangerFrom(ready, '192.0.2.1').post('/api/auth/lead-capture').send(lead);
    const cookie = cookieOf(response);
    await auth.stop();
    const starting = await own.gateway();
    const send = (method: 'get' | 'post', path: string) =>
      strangerFrom(starting, '192.0.2.1')[method](path).set('cookie', cookie);
    for (const request of [send('post', '/api/access-log'), send('get', '/api/auth/status')])
      expect((await request.expect(503)).body.code).toBe('SERVICE_UNAVAILABLE');
    await strangerFrom(ready, '192.0.2.1').post('/api/access-log').set('cookie', cookie).expect(200);
    await send('post', '/api/auth/logout').expect(200);
    await strangerFrom(ready, '192.0.2.1').post('/api/access-log').set('cookie', cookie).expect(401);
  } finally {
    await own.stop();
  }
});
