import { redisKeys } from '@secure-preview/contracts';
import { until } from '@secure-preview/testing';
import { Redis } from 'ioredis';
import { entries, LINK } from '../testing/fake-entry.js';
import { staffLeads } from '../testing/fake-people.js';
import { services, UPLOAD_PASSWORD } from '../testing/fakes.js';
import { PublishedAccess } from '../testing/published-access.js';
import {
  type RunningGateway,
  startTestEnvironment,
  type TestEnvironment,
} from '../testing/running-gateway.js';
import { lead, stranger, strangerFrom } from '../testing/visitors.js';

let env: TestEnvironment;
let gateway: RunningGateway;
let redis: Redis;

beforeAll(async () => {
  env = await startTestEnvironment();
  await env.serveAll();
  gateway = await env.readyGateway({ GATE_MODE: 'invited' });
  redis = new Redis(env.redis.url);
  await new PublishedAccess(redis).uploadEpoch();
});
afterAll(async () => {
  redis?.disconnect();
  await env?.stop();
});

const enter = (agent: ReturnType<typeof stranger>, changes: object = {}) =>
  agent.post('/api/auth/administrator').send({ ...lead, password: UPLOAD_PASSWORD, ...changes });

describe('the administrator', () => {
  it('enters with both levels, regardless of gate mode and blocks', async () => {
    await redis.set(redisKeys.addressBlocked(lead.email), 1);
    try {
      const agent = stranger(gateway);
      await enter(agent).expect(200, { authenticated: true, uploadAuthenticated: true });
      expect((await agent.get('/api/auth/status')).body).toEqual({
        authenticated: true,
        uploadAuthenticated: true,
        viewer: { name: lead.name, email: lead.email, ip: '127.0.0.1' },
      });
      await agent.get('/api/lead-captures').expect(200);
    } finally {
      await redis.del(redisKeys.addressBlocked(lead.email));
    }
  });

  it('learns as a stranger of an open gate that the network is blocked, and enters from it', async () => {
    const open = await env.readyGateway({ GATE_MODE: 'open', TRUST_PROXY: ['127.0.0.1'] });
    const published = new PublishedAccess(redis);
    const statusOf = async (agent: ReturnType<typeof stranger>) => (await agent.get('/api/auth/status')).body;
    const agent = strangerFrom(open, '203.0.113.7');
    const nobody = { authenticated: false, uploadAuthenticated: false, viewer: null };
    expect(await statusOf(agent)).toEqual(nobody);
    await published.blockRules({ networks: ['203.0.113.0/24'] });
    try {
      await until(async () => (await statusOf(agent)).networkBlocked, { what: 'the block' });
      expect(await statusOf(agent)).toEqual({ ...nobody, networkBlocked: true });
      expect(await statusOf(strangerFrom(open, '203.0.114.7'))).toEqual(nobody);
      expect((await agent.post('/api/auth/lead-capture').send(lead)).body.code).toBe('ACCESS_ENDED');
      // No mail and no alert comes from a blocked network.
      const before = [entries.codeRequests.length, entries.accessRequests.length];
      const { termsAccepted: _, ...request } = { ...lead, reason: 'Please', language: 'en' };
      for (const [path, body] of [
        ['/api/auth/code', { ...lead, language: 'en' }],
        ['/api/auth/invitation', LINK],
        ['/api/auth/access-request', request],
      ] as const) {
        const response = await agent.post(path).send(body);
        expect([path, response.status, response.body.code]).toEqual([path, 403, 'ACCESS_ENDED']);
      }
      expect([entries.codeRequests.length, entries.accessRequests.length]).toEqual(before);
      await enter(agent).expect(200);
      expect(await statusOf(agent)).toMatchObject({ uploadAuthenticated: true });
    } finally {
      await published.blockRules({});
    }
  });

  it('accepts the terms, and counts as staff under the id of the stored lead', async () => {
    const { sha256 } = (await stranger(gateway).get('/api/config')).body.terms;
    await enter(stranger(gateway), { termsHash: sha256 }).set('user-agent', 'Chrome').expect(200);
    const attempt = services.passwordAttempts.at(-1);
    expect(attempt).toMatchObject({ ip: '127.0.0.1', userAgent: 'Chrome', leadId: services.leadIds.at(-1) });
    expect(services.capturedLeads.at(-1)).toMatchObject({
      email: lead.email,
      termsSha256: sha256,
      verifiedBy: 'none',
      visitor: { sessionRef: attempt?.sessionRef },
    });
    expect(staffLeads.ids.at(-1)).toBe(services.leadIds.at(-1));
  });

  it('enters however many visitors have entered from the same network', async () => {
    const limited = await env.readyGateway({
      TRUST_PROXY: ['127.0.0.1'],
      LEADS_PER_MINUTE_PER_IP: 1,
      LEADS_PER_MINUTE_PER_NETWORK: 1,
    });
    const newcomer = () => strangerFrom(limited, '198.51.100.40');
    await newcomer().post('/api/auth/lead-capture').send(lead).expect(200);
    await newcomer().post('/api/auth/lead-capture').send(lead).expect(429);
    await enter(newcomer()).expect(200);
  });

  it('is known in this browser from then on', async () => {
    const agent = stranger(gateway);
    const response = await enter(agent).expect(200);
    expect(services.passwordAttempts.at(-1)?.knownBrowser).toBeNull();
    expect(String(response.headers['set-cookie'])).toMatch(/sp\.known=[^;]+;.*HttpOnly; SameSite=Strict/);
    await agent.post('/api/auth/logout').expect(200);
    await enter(agent).expect(200);
    expect(services.passwordAttempts.at(-1)?.knownBrowser).toEqual(expect.any(String));
  });

  it('stores no lead and begins no session with a wrong password', async () => {
    const before = services.capturedLeads.length;
    const agent = stranger(gateway);
    const response = await enter(agent, { password: 'wrong' }).expect(401);
    expect(response.body).toMatchObject({ code: 'INVALID_PASSWORD', message: 'Invalid password' });
    expect(response.headers['set-cookie']).toBeUndefined();
    expect(services.capturedLeads).toHaveLength(before);
    await agent.post('/api/access-log').expect(401);
  });

  it('uses up no attempt for outdated terms or invalid input', async () => {
    const before = services.passwordAttempts.length;
    const { body } = await enter(stranger(gateway), { termsHash: '0'.repeat(64) }).expect(409);
    expect(body.code).toBe('TERMS_CHANGED');
    await enter(stranger(gateway), { password: '' }).expect(400);
    await enter(stranger(gateway), { name: '' }).expect(400);
    expect(services.passwordAttempts).toHaveLength(before);
  });
});
