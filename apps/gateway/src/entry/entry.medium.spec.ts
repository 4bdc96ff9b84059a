import { randomUUID } from 'node:crypto';
import { AppError, redisKeys } from '@secure-preview/contracts';
import { until } from '@secure-preview/testing';
import { Redis } from 'ioredis';
import type supertest from 'supertest';
import { CODE, codeProof, entries, LINK } from '../testing/fake-entry.js';
import { services } from '../testing/fakes.js';
import { PublishedAccess } from '../testing/published-access.js';
import {
  type RunningGateway,
  startTestEnvironment,
  type TestEnvironment,
} from '../testing/running-gateway.js';
import { lead, strangerFrom } from '../testing/visitors.js';

let env: TestEnvironment;
let redis: Redis;
let published: PublishedAccess;
/** Gateways by gate mode. They share Redis. */
let gateways: Record<'open' | 'verified' | 'invited', RunningGateway>;
const modes = ['open', 'verified', 'invited'] as const;

beforeAll(async () => {
  env = await startTestEnvironment();
  await env.serveAll();
  redis = new Redis(env.redis.url);
  published = new PublishedAccess(redis);
  const gateway = (GATE_MODE: (typeof modes)[number]) =>
    env.readyGateway({ GATE_MODE, TRUST_PROXY: ['127.0.0.1'] });
  const [open, verified, invited] = await Promise.all(modes.map(gateway));
  gateways = { open, verified, invited } as typeof gateways;
});
afterAll(async () => {
  redis?.disconnect();
  await env?.stop();
});

const invitedProof = entries.proof;
beforeEach(async () => {
  entries.failure = undefined;
  entries.proof = codeProof;
  await published.uploadEpoch();
  await published.invitation();
});

let networks = 0;
/** Returns an address in a network that no other test uses. */
const newIp = () => `10.0.${++networks}.1`;
const newVisitor = (mode: (typeof modes)[number]) => strangerFrom(gateways[mode], newIp());
type Visitor = ReturnType<typeof newVisitor>;

const requestCode = (visitor: Visitor, changes: object = {}) =>
  visitor.post('/api/auth/code').send({ ...lead, ...changes });
const enterWithCode = (visitor: Visitor, changes: object = {}) =>
  visitor.post('/api/auth/code/verify').send({ ...lead, codeId: randomUUID(), code: CODE, ...changes });
const readInvitation = (visitor: Visitor, link: object = LINK) =>
  visitor.post('/api/auth/invitation').send(link);
const enterWithInvitation = (visitor: Visitor, changes: object = {}) =>
  visitor.post('/api/auth/invitation/enter').send({ ...lead, invitation: LINK, ...changes });
const statusOf = async (visitor: Visitor) => (await visitor.get('/api/auth/status').expect(200)).body;
const errorOf = ({ status, body }: supertest.Response) => [status, body.code];
const cookieNamed = (response: supertest.Response, name: string): string =>
  ([response.headers['set-cookie']].flat() as string[]).find((line) => line?.startsWith(`${name}=`)) ?? '';
/** Returns what the fakes have received, to compare it later. */
const received = () => [
  services.capturedLeads.length,
  entries.codeRequests.length,
  entries.codeChecks.length,
  entries.usedLinks,
  entries.accessRequests.length,
];
const statuses = (responses: supertest.Response[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

describe('the configuration', () => {
  it.each(modes)('names the gate mode %s', async (mode) => {
    const { body } = await newVisitor(mode).get('/api/config').expect(200);
    expect(body.gateMode).toBe(mode);
  });
});

describe('the form of the open gate', () => {
  it.each(['verified', 'invited'] as const)('is rejected in mode %s', async (mode) => {
    const before = received();
    const response = await newVisitor(mode).post('/api/auth/lead-capture').send(lead);
    expect(errorOf(response)).toEqual([403, 'CODE_REQUIRED']);
    expect(response.headers['set-cookie']).toBeUndefined();
    expect(received()).toEqual(before);
  });
});

describe('a request for a code', () => {
  it.each(modes)('is passed on with the purpose %s', async (mode) => {
    const ip = newIp();
    const form = { email: ' chen@xn--r8jz45g.jp ', language: 'ar' };
    const { body } = await requestCode(strangerFrom(gateways[mode], ip), form).expect(200);
    expect(body).toEqual({ codeId: expect.any(String), expiresInSeconds: 600, resendInSeconds: 60 });
    expect(entries.codeRequests.at(-1)).toEqual({
      email: 'chen@例え.jp',
      language: 'ar',
      purpose: mode,
      companyName: 'Secure Preview Pictures',
      logoId: null,
      turn: 0,
    });
  });

  it('is passed on with the link of the page, to which a code was sent', async () => {
    const { body } = await requestCode(newVisitor('invited'), { invitation: LINK }).expect(200);
    expect(entries.codeRequests.at(-1)?.invitation).toEqual(LINK);
    expect(body.codeSent).toBe(true);
  });

  it('is passed on with the number of earlier requests of the network, over two gateways', async () => {
    const network = newIp().replace(/1$/, '');
    const turns: unknown[] = [];
    for (const [mode, host] of [
      ['verified', 1],
      ['invited', 2],
      ['verified', 2],
    ] as const) {
      await requestCode(strangerFrom(gateways[mode], `${network}${host}`)).expect(200);
      turns.push(entries.codeRequests.at(-1)?.turn);
    }
    await requestCode(newVisitor('verified')).expect(200);
    turns.push(entries.codeRequests.at(-1)?.turn);
    expect(turns).toEqual([0, 1, 2, 0]);
  });

  it('is rejected for outdated terms and invalid input, without a code', async () => {
    const before = received();
    const visitor = newVisitor('verified');
    expect(errorOf(await requestCode(visitor, { termsHash: '0'.repeat(64) }))).toEqual([
      409,
      'TERMS_CHANGED',
    ]);
    const { body } = await requestCode(visitor, { email: 'nobody', termsAccepted: 'false' }).expect(400);
    expect(body.fieldCodes).toMatchObject({
      email: { code: 'EMAIL_INVALID' },
      termsAccepted: { code: 'TERMS_REQUIRED' },
    });
    expect(received()).toEqual(before);
  });

  it.each([
    ['success', undefined, 200],
    ['an error', new AppError('CODE_TOO_SOON', { params: { retryAfterSeconds: 42 } }), 429],
  ])('takes at least 300 ms with %s', async (_outcome, failure, status) => {
    entries.failure = failure;
    const visitor = newVisitor('verified');
    const startedAt = performance.now();
    await requestCode(visitor).expect(status);
    // A timer may fire up to 1 ms early.
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(299);
  });

  it.each(['CODE_TOO_SOON', 'TOO_MANY_CODES'] as const)(
    'answers 429 on %s, with Retry-After',
    async (code) => {
      entries.failure = new AppError(code, { params: { retryAfterSeconds: 42 } });
      const response = await requestCode(newVisitor('invited'));
      expect(errorOf(response)).toEqual([429, code]);
      expect(response.headers['retry-after']).toBe('42');
    },
  );

  it('is limited to 10 a minute for an address, also over two gateways', async () => {
    const ip = newIp();
    const visitors = Array.from({ length: 12 }, (_, index) =>
      strangerFrom(index % 2 ? gateways.open : gateways.verified, ip),
    );
    const responses = await Promise.all(visitors.map((visitor) => requestCode(visitor)));
    expect(statuses(responses)).toEqual({ 200: 10, 429: 2 });
    const refused = responses.find(({ status }) => status === 429);
    expect(refused?.body.code).toBe('TOO_MANY_REQUESTS');
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('is limited to 60 a minute for a network', async () => {
    const network = newIp().replace(/1$/, '');
    const visitors = Array.from({ length: 65 }, (_, index) =>
      strangerFrom(gateways.verified, `${network}${1 + index}`),
    );
    const responses = await Promise.all(visitors.map((visitor) => requestCode(visitor)));
    expect(statuses(responses)).toEqual({ 200: 60, 429: 5 });
    await requestCode(newVisitor('verified')).expect(200);
  });
});

describe('entering with a code', () => {
  it('stores the lead with what was proved, and begins a session', async () => {
    const visitor = newVisitor('verified');
    await enterWithCode(visitor, { code: '123 456' }).expect(200, { authenticated: true });
    expect(entries.codeChecks.at(-1)).toMatchObject({ code: CODE, email: lead.email, purpose: 'verified' });
    expect(services.capturedLeads.at(-1)).toMatchObject({
      name: lead.name,
      email: lead.email,
      verifiedBy: 'code',
      invitationId: null,
    });
    expect(await statusOf(visitor)).toMatchObject({ authenticated: true, viewer: { email: lead.email } });
    await visitor.post('/api/access-log').expect(200);
  });

  it('uses the name of the invitation and the proved address', async () => {
    entries.proof = { ...invitedProof, name: 'Grace Hopper' };
    const visitor = newVisitor('invited');
    await enterWithCode(visitor, { email: 'grace@xn--r8jz45g.jp', name: 'Somebody else' }).expect(200);
    const person = { name: 'Grace Hopper', email: 'grace@例え.jp' };
    expect(services.capturedLeads.at(-1)).toMatchObject({
      ...person,
      verifiedBy: 'invitation',
      invitationId: LINK.id,
    });
    expect((await statusOf(visitor)).viewer).toMatchObject(person);
  });

  it('shows in its status, and in no other, the invitation that the session belongs to', async () => {
    const visitor = newVisitor('verified');
    await enterWithCode(visitor).expect(200);
    expect(await statusOf(visitor)).not.toHaveProperty('invitationId');
    entries.proof = invitedProof;
    await enterWithCode(visitor).expect(200);
    expect((await statusOf(visitor)).invitationId).toBe(LINK.id);
    await published.invitation({ revoked: true });
    expect(await statusOf(visitor)).not.toHaveProperty('invitationId');
    expect(await statusOf(newVisitor('verified'))).not.toHaveProperty('invitationId');
  });

  it('needs an invitation in mode invited', async () => {
    const before = services.capturedLeads.length;
    expect(errorOf(await enterWithCode(newVisitor('invited')))).toEqual([400, 'CODE_EXPIRED']);
    expect(services.capturedLeads).toHaveLength(before);
  });

  it('fails with a wrong code, and stores nothing', async () => {
    const before = services.capturedLeads.length;
    const response = await enterWithCode(newVisitor('verified'), { code: '000000' });
    expect(errorOf(response)).toEqual([400, 'CODE_WRONG']);
    expect(response.body.params).toEqual({ triesLeft: 4 });
    expect(response.headers['set-cookie']).toBeUndefined();
    expect(services.capturedLeads).toHaveLength(before);
  });

  it('does not reveal blocked addresses to visitors with a wrong code', async () => {
    entries.proof = invitedProof;
    await published.blockAddress('leaker@kino.example');
    try {
      const answers = await Promise.all(
        ['leaker@kino.example', 'other@kino.example'].map(async (email) => {
          const { status, body } = await enterWithCode(newVisitor('invited'), { email, code: '000000' });
          return { status, code: body.code, params: body.params };
        }),
      );
      expect(answers[0]).toEqual({ status: 400, code: 'CODE_WRONG', params: { triesLeft: 4 } });
      expect(answers[1]).toEqual(answers[0]);
      const { body } = await enterWithCode(newVisitor('invited'), { email: 'leaker@kino.example' });
      expect(body).toMatchObject({ code: 'ACCESS_ENDED', params: { reason: 'blocked' } });
    } finally {
      await redis.del(redisKeys.addressBlocked('leaker@kino.example'));
    }
  });

  it.each(['CODE_EXPIRED', 'ACCESS_ENDED'] as const)('passes on the error %s', async (code) => {
    entries.failure = new AppError(code, { params: { reason: 'blocked' } });
    const { body } = await enterWithCode(newVisitor('verified'));
    expect(body).toMatchObject({ code, params: { reason: 'blocked' } });
  });

  it('uses up no try for outdated terms or invalid input', async () => {
    const before = received();
    const visitor = newVisitor('verified');
    expect(errorOf(await enterWithCode(visitor, { termsHash: '0'.repeat(64) }))).toEqual([
      409,
      'TERMS_CHANGED',
    ]);
    for (const code of ['12345', 'abcdef', '1234567', 123456]) {
      const { body } = await enterWithCode(visitor, { code }).expect(400);
      expect(body.fieldCodes).toEqual({ code: { code: 'CODE_INVALID', params: {} } });
    }
    expect(received()).toEqual(before);
  });

  it('allows 30 wrong tries for an address in 15 minutes, and then rejects the right code too', async () => {
    const ip = newIp();
    const wrong = Array.from({ length: 35 }, () =>
      enterWithCode(strangerFrom(gateways.verified, ip), { code: '000000' }),
    );
    expect(statuses(await Promise.all(wrong))).toEqual({ 400: 30, 429: 5 });
    expect(errorOf(await enterWithCode(strangerFrom(gateways.open, ip)))).toEqual([429, 'TOO_MANY_REQUESTS']);
    const [key = ''] = await redis.keys(`portal:entry:wrongCode:900:${ip}`);
    expect(await redis.ttl(key)).toBeGreaterThan(14 * 60);
  });

  it('counts neither right codes nor outages as wrong tries', async () => {
    const ip = newIp();
    entries.failure = new AppError('SERVICE_UNAVAILABLE');
    for (let count = 0; count < 5; count++)
      await enterWithCode(strangerFrom(gateways.verified, ip)).expect(503);
    entries.failure = undefined;
    for (let count = 0; count < 31; count++)
      await enterWithCode(strangerFrom(gateways.verified, ip)).expect(200);
    expect(Number(await redis.get(`portal:entry:wrongCode:${ip}`))).toBe(0);
  });

  it('lets a visitor in again whose session was ended', async () => {
    entries.proof = invitedProof;
    const visitor = newVisitor('invited');
    await enterWithCode(visitor).expect(200);
    await published.invitation({ generation: 2 });
    await visitor.post('/api/access-log').expect(403);
    entries.proof = { ...invitedProof, invitation: { id: LINK.id, generation: 2 } };
    await enterWithCode(visitor).expect(200);
    await visitor.post('/api/access-log').expect(200);
  });

  it('marks the browser with a cookie that is only for entering, and names nobody', async () => {
    const response = await enterWithCode(newVisitor('verified')).expect(200);
    const cookie = cookieNamed(response, 'sp.proved');
    expect(cookie).toMatch(
      /^sp\.proved=\d+\.[\w-]{43}; Max-Age=7776000; Path=\/api\/auth; Expires=[^;]+; HttpOnly; SameSite=Strict$/,
    );
    const overTls = enterWithCode(newVisitor('verified')).set('x-forwarded-proto', 'https');
    expect(cookieNamed(await overTls.expect(200), 'sp.proved')).toMatch(
      /; HttpOnly; Secure; SameSite=Strict$/,
    );
  });
});

describe('an invitation link', () => {
  beforeEach(() => {
    entries.proof = { ...invitedProof, name: 'Grace Hopper' };
  });

  it.each(modes)('is read in mode %s without marking it as opened', async (mode) => {
    const before = received();
    const { body, headers } = await readInvitation(newVisitor(mode)).expect(200);
    expect(body).toEqual({ email: 'Grace@kino.example', name: 'Grace Hopper', needsCode: true });
    expect(headers['set-cookie']).toBeUndefined();
    expect(received()).toEqual(before);
  });

  it('needs a code in a new browser', async () => {
    const before = received();
    expect(errorOf(await enterWithInvitation(newVisitor('invited')))).toEqual([403, 'CODE_REQUIRED']);
    expect(received()).toEqual(before);
  });

  it('needs no code in a browser in which the address was proved', async () => {
    const visitor = newVisitor('invited');
    await enterWithCode(visitor, { email: 'grace@KINO.example' }).expect(200);
    await visitor.post('/api/auth/logout').expect(200);
    expect((await readInvitation(visitor).expect(200)).body.needsCode).toBe(false);
    const usedBefore = entries.usedLinks;
    await enterWithInvitation(visitor).expect(200, { authenticated: true });
    expect(entries.usedLinks).toBe(usedBefore + 1);
    expect(services.capturedLeads.at(-1)).toMatchObject({
      name: 'Grace Hopper',
      email: 'Grace@kino.example',
      verifiedBy: 'invitation',
      invitationId: LINK.id,
    });
    await visitor.post('/api/access-log').expect(200);
  });

  it('needs a code after the visitor chose to sign in with another address', async () => {
    const visitor = newVisitor('invited');
    await enterWithCode(visitor, { email: 'grace@kino.example' }).expect(200);
    const response = await visitor.post('/api/auth/forget-browser').expect(200, { ok: true });
    expect(cookieNamed(response, 'sp.proved')).toMatch(
      /^sp\.proved=; Path=\/api\/auth; Expires=Thu, 01 Jan 1970 [^;]+; HttpOnly; SameSite=Strict$/,
    );
    expect(await statusOf(visitor)).toMatchObject({ authenticated: false });
    expect((await readInvitation(visitor).expect(200)).body.needsCode).toBe(true);
    await newVisitor('invited').post('/api/auth/forget-browser').expect(200);
  });

  it('needs a code in a browser in which another address was proved', async () => {
    const visitor = newVisitor('invited');
    await enterWithCode(visitor, { email: 'eve@kino.example' }).expect(200);
    expect((await readInvitation(visitor).expect(200)).body.needsCode).toBe(true);
    expect(errorOf(await enterWithInvitation(visitor))).toEqual([403, 'CODE_REQUIRED']);
  });

  it('is enough by itself if the setting allows it', async () => {
    const before = services.settings.overrides;
    await published.settings({ invitationProof: 'link' });
    try {
      const visitor = newVisitor('invited');
      await until(async () => (await readInvitation(visitor).expect(200)).body.needsCode === false);
      const response = await enterWithInvitation(visitor).expect(200);
      expect(services.capturedLeads.at(-1)).toMatchObject({ verifiedBy: 'link', invitationId: LINK.id });
      expect(cookieNamed(response, 'sp.proved')).toBe('');
    } finally {
      await published.settings(before);
      await until(async () => (await readInvitation(newVisitor('invited')).expect(200)).body.needsCode);
    }
  });

  it.each(['INVITATION_INVALID', 'ACCESS_ENDED'] as const)('passes on the error %s', async (code) => {
    entries.failure = new AppError(code, { params: { reason: 'expired' } });
    const visitor = newVisitor('invited');
    for (const response of [await readInvitation(visitor), await enterWithInvitation(visitor)])
      expect(response.body).toMatchObject({ code, params: { reason: 'expired' } });
  });

  it.each([
    { ...LINK, secret: 'wrong' },
    { ...LINK, id: 'unknown' },
    { id: '', secret: '' },
  ])('is rejected as %j', async (link) => {
    expect(errorOf(await readInvitation(newVisitor('open'), link))).toEqual([400, 'INVITATION_INVALID']);
  });

  it('is rejected for outdated terms', async () => {
    const before = received();
    const response = await enterWithInvitation(newVisitor('invited'), { termsHash: '0'.repeat(64) });
    expect(errorOf(response)).toEqual([409, 'TERMS_CHANGED']);
    expect(received()).toEqual(before);
  });

  it('is limited to 60 tries a minute for an address', async () => {
    const ip = newIp();
    const tries = Array.from({ length: 62 }, () => readInvitation(strangerFrom(gateways.open, ip)));
    expect(statuses(await Promise.all(tries))).toEqual({ 200: 60, 429: 2 });
  });

  it('is not marked as opened, and stores no lead, for a blocked visitor', async () => {
    const visitor = newVisitor('invited');
    await enterWithCode(visitor, { email: 'Grace@kino.example' }).expect(200);
    const before = received();
    await published.blockAddress('grace@kino.example');
    try {
      const { body } = await enterWithInvitation(visitor).expect(403);
      expect(body).toMatchObject({ code: 'ACCESS_ENDED', params: { reason: 'blocked' } });
      expect(received()).toEqual(before);
    } finally {
      await redis.del(redisKeys.addressBlocked('grace@kino.example'));
    }
  });
});

describe('the limit of leads', () => {
  const enterLimited = async () => {
    const gateway = await env.readyGateway({
      GATE_MODE: 'invited',
      TRUST_PROXY: ['127.0.0.1'],
      LEADS_PER_MINUTE_PER_IP: 2,
      LEADS_PER_MINUTE_PER_NETWORK: 2,
    });
    return strangerFrom(gateway, newIp());
  };

  it('is reached before a code or an invitation counts as used', async () => {
    entries.proof = invitedProof;
    const visitor = await enterLimited();
    await enterWithCode(visitor, { email: 'grace@kino.example' }).expect(200);
    await enterWithInvitation(visitor).expect(200);
    const before = received();
    expect(errorOf(await enterWithInvitation(visitor))).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(errorOf(await enterWithCode(visitor, { email: 'grace@kino.example' }))).toEqual([
      429,
      'TOO_MANY_REQUESTS',
    ]);
    expect(received()).toEqual(before);
  });

  it('counts no wrong code', async () => {
    entries.proof = invitedProof;
    const visitor = await enterLimited();
    for (let tries = 0; tries < 3; tries++) await enterWithCode(visitor, { code: '000000' }).expect(400);
    await enterWithCode(visitor, { email: 'grace@kino.example' }).expect(200);
  });

  it('counts guesses at blocked addresses in an open gate', async () => {
    const gateway = await env.readyGateway({
      TRUST_PROXY: ['127.0.0.1'],
      LEADS_PER_MINUTE_PER_IP: 2,
      LEADS_PER_MINUTE_PER_NETWORK: 2,
    });
    const ip = newIp();
    await published.blockAddress('leaker@kino.example');
    try {
      const guess = () =>
        strangerFrom(gateway, ip)
          .post('/api/auth/lead-capture')
          .send({ ...lead, email: 'leaker@kino.example' });
      expect(statuses([await guess(), await guess(), await guess()])).toEqual({ 403: 2, 429: 1 });
    } finally {
      await redis.del(redisKeys.addressBlocked('leaker@kino.example'));
    }
  });
});

describe('a request for access', () => {
  const form = { name: 'Eve', email: 'eve@xn--r8jz45g.jp', reason: 'I review films.', language: 'fr' };

  it('is passed on with the gate mode', async () => {
    const ip = newIp();
    const visitor = strangerFrom(gateways.invited, ip);
    await visitor.post('/api/auth/access-request').send(form).expect(200, { ok: true });
    expect(entries.accessRequests.at(-1)).toEqual({
      ...form,
      email: 'eve@例え.jp',
      gateMode: 'invited',
    });
  });

  it('is limited to 3 a minute for an address', async () => {
    const visitor = newVisitor('verified');
    for (const status of [200, 200, 200, 429])
      await visitor.post('/api/auth/access-request').send(form).expect(status);
  });
});

describe('a GET or HEAD of a route for entering', () => {
  it.each(['code', 'code/verify', 'invitation', 'invitation/enter', 'access-request', 'administrator'])(
    'of /api/auth/%s changes nothing',
    async (path) => {
      const before = received();
      const visitor = newVisitor('open');
      for (const method of ['get', 'head'] as const) {
        const response = await visitor[method](`/api/auth/${path}`).query(LINK).expect(405);
        expect(response.headers['set-cookie']).toBeUndefined();
      }
      expect(received()).toEqual(before);
    },
  );
});
