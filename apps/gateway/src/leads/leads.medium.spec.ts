import { randomUUID } from 'node:crypto';
import { redisKeys } from '@secure-preview/contracts';
import { until } from '@secure-preview/testing';
import { Redis } from 'ioredis';
import { type FakeService, services, storedLead } from '../testing/fakes.js';
import {
  type RunningGateway,
  startTestEnvironment,
  type TestEnvironment,
} from '../testing/running-gateway.js';
import { cookieOf, lead, stranger, uploader, viewer } from '../testing/visitors.js';

let env: TestEnvironment;
let auth: FakeService;
let gateway: RunningGateway;
let second: RunningGateway;
let redis: Redis;

beforeAll(async () => {
  env = await startTestEnvironment();
  await env.serve('analytics');
  await env.serve('media');
  auth = await env.serve('auth');
  gateway = await env.readyGateway();
  second = await env.readyGateway();
  redis = new Redis(env.redis.url);
  await redis.set(redisKeys.uploadEpoch, services.epoch);
  services.publish = async (leadId, ended) => {
    await (ended ? redis.set(redisKeys.visitEnded(leadId), 1) : redis.del(redisKeys.visitEnded(leadId)));
  };
});
afterAll(async () => {
  redis?.disconnect();
  await env?.stop();
});

const lastLeadId = () => services.leadIds.at(-1) ?? '';
const gate = (leadId: string) => `/api/lead-captures/${leadId}/end-visit`;

/** Passes the gate. Returns the lead and a function that sends requests of this visitor to either gateway. */
async function visitorOfBoth() {
  const cookie = cookieOf(await stranger(gateway).post('/api/auth/lead-capture').send(lead).expect(200));
  const ask = (at: RunningGateway, path = '/api/access-log') =>
    stranger(at)[path === '/api/access-log' ? 'post' : 'get'](path).set('cookie', cookie);
  return { leadId: lastLeadId(), ask };
}

describe('a lead whose visit is ended', () => {
  it('loses access from its next request on, at every gateway, until its visit is allowed again', async () => {
    const { leadId, ask } = await visitorOfBoth();
    const administrator = await uploader(gateway);
    await ask(second).expect(200);

    await administrator.post(gate(leadId)).expect(200, { ok: true });
    for (const path of ['/api/access-log', '/api/active-trailer', `/api/media/posters/${randomUUID()}`])
      expect([path, (await ask(second, path)).status]).toEqual([path, 401]);
    const status = await ask(second, '/api/auth/status').expect(200);
    expect(status.body).toEqual({ authenticated: false, uploadAuthenticated: false, viewer: null });
    const refused = await ask(gateway).expect(401);
    expect(refused.body).toMatchObject({ message: 'Unauthorized', code: 'UNAUTHORIZED' });

    await administrator.delete(gate(leadId)).expect(200, { ok: true });
    await ask(second).expect(200);
  });

  it('loses the upload page too', async () => {
    const other = await uploader(gateway);
    const leadId = lastLeadId();
    await other.get('/api/lead-captures').expect(200);
    await (await uploader(gateway)).post(gate(leadId)).expect(200);
    await other.get('/api/lead-captures').expect(401);
  });

  it('becomes a new lead when it passes the gate again', async () => {
    const agent = await viewer(gateway);
    const leadId = lastLeadId();
    await (await uploader(gateway)).post(gate(leadId)).expect(200);
    await agent.post('/api/access-log').expect(401);
    await agent.post('/api/auth/lead-capture').send(lead).expect(200);
    expect(lastLeadId()).not.toBe(leadId);
    await agent.post('/api/access-log').expect(200);
  });
});

describe('ending or allowing a visit', () => {
  it('is refused for the administrator’s own lead', async () => {
    const administrator = await uploader(gateway);
    const own = lastLeadId();
    for (const id of [own, own.toUpperCase()]) {
      const answer = await administrator.post(gate(id)).expect(409);
      expect(answer.body).toMatchObject({
        code: 'CANNOT_END_OWN_VISIT',
        message: 'This is your own access. You cannot end your own visit',
      });
    }
    await administrator.get('/api/lead-captures').expect(200);
  });

  it('is refused for an unknown lead', async () => {
    const administrator = await uploader(gateway);
    const unknown = randomUUID();
    services.unknown.push(unknown, 'nonsense');
    for (const id of [unknown, 'nonsense']) {
      expect((await administrator.post(gate(id)).expect(404)).body.code).toBe('LEAD_NOT_FOUND');
      expect((await administrator.delete(gate(id)).expect(404)).body.code).toBe('LEAD_NOT_FOUND');
    }
  });
});

describe('the list of leads', () => {
  const read = async () => {
    const answer = await (await uploader(gateway)).get('/api/lead-captures').expect(200);
    return { lead: answer.body[0], headers: answer.headers };
  };
  const watched = {
    watchedSeconds: 72,
    watchedShare: 0.8,
    lastSeenAt: '2026-01-02T00:00:00.000Z',
    deliveredSeconds: 80,
    deliveredShare: 0.9,
  };
  beforeEach(() => {
    Object.assign(storedLead, watched);
    services.staff = [];
    services.totalEstimated = false;
  });

  it('contains what was watched and the access status of a lead', async () => {
    const { lead: one, headers } = await read();
    expect(one).toEqual({ ...storedLead, ...watched, visitEnded: false, staff: false, own: false });
    expect(headers).toMatchObject({ 'x-total-count': '7', 'x-next-cursor': 'next' });
    expect(headers).not.toHaveProperty('x-total-estimated');
    services.totalEstimated = true;
    expect((await read()).headers).toHaveProperty('x-total-estimated', 'true');
  });

  it.each(['limit=0', 'limit=501', 'limit=x', 'sort=shoe-size', 'limit=1&limit=2'])(
    'is refused for the query %s',
    async (query) => {
      const answer = await (await uploader(gateway)).get(`/api/lead-captures?${query}`).expect(400);
      expect(answer.body.code).toBe('VALIDATION_FAILED');
    },
  );

  it('leaves out what staff watched', async () => {
    services.staff = [storedLead.id];
    expect((await read()).lead).toMatchObject({
      staff: true,
      watchedSeconds: 0,
      watchedShare: null,
      lastSeenAt: null,
      deliveredSeconds: null,
      deliveredShare: null,
    });
  });

  it('can be read while auth-service is down, without the access status', async () => {
    const administrator = await uploader(gateway);
    await auth.stop();
    try {
      const answer = await until(
        async () => {
          const read = await administrator.get('/api/lead-captures');
          return read.status === 200 ? read : undefined;
        },
        { deadlineMs: 20_000, what: 'the list' },
      );
      expect(answer.body[0]).toMatchObject(watched);
      expect(answer.body[0]).not.toHaveProperty('visitEnded');
      await administrator.post(gate(randomUUID())).expect(503);
    } finally {
      auth = await env.serve('auth');
    }
  });
});
