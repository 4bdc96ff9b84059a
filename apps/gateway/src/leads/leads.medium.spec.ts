import { randomUUID } from 'node:crypto';
import { redisKeys } from '@secure-preview/contracts';
import { until } from '@secure-preview/testing';
import { Redis } from 'ioredis';
import { entries } from '../testing/fake-entry.js';
import { exportedLead, type FakeService, services, storedLead } from '../testing/fakes.js';
import {
  type RunningGateway,
  startTestEnvironment,
  type TestEnvironment,
} from '../testing/running-gateway.js';
import { cookieOf, lead, stranger, uploader, viewer } from '../testing/visitors.js';

let env: TestEnvironment;
let auth: FakeService;
let gateway: RunningGateway;
let secondGateway: RunningGateway;
let redis: Redis;

beforeAll(async () => {
  env = await startTestEnvironment();
  await env.serve('analytics');
  await env.serve('media');
  auth = await env.serve('auth');
  gateway = await env.readyGateway();
  secondGateway = await env.readyGateway();
  redis = new Redis(env.redis.url);
  await redis.set(redisKeys.uploadEpoch, services.epoch);
  services.publishAccess = async (leadId, ended) => {
    await (ended ? redis.set(redisKeys.visitEnded(leadId), 1) : redis.del(redisKeys.visitEnded(leadId)));
  };
});
afterAll(async () => {
  redis?.disconnect();
  await env?.stop();
});

const lastLeadId = () => services.leadIds.at(-1) ?? '';
const exportPath = '/api/lead-captures/export?limit=500';
const endVisitPath = (leadId: string) => `/api/lead-captures/${leadId}/end-visit`;

/** Passes the gate. Returns the lead and a function that sends requests of this visitor to either gateway. */
async function enterVisitor() {
  const cookie = cookieOf(await stranger(gateway).post('/api/auth/lead-capture').send(lead).expect(200));
  const requestTo = (target: RunningGateway, path = '/api/access-log') =>
    stranger(target)[path === '/api/access-log' ? 'post' : 'get'](path).set('cookie', cookie);
  return { leadId: lastLeadId(), requestTo };
}

describe('a lead whose visit is ended', () => {
  it('loses access at every gateway with its next request, until its visit is allowed again', async () => {
    const { leadId, requestTo } = await enterVisitor();
    const administrator = await uploader(gateway);
    await requestTo(secondGateway).expect(200);

    await administrator.post(endVisitPath(leadId)).expect(200, { ok: true });
    for (const path of ['/api/access-log', '/api/active-trailer', `/api/media/posters/${randomUUID()}`])
      expect([path, (await requestTo(secondGateway, path)).status]).toEqual([path, 403]);
    const status = await requestTo(secondGateway, '/api/auth/status').expect(200);
    expect(status.body).toEqual({
      authenticated: false,
      uploadAuthenticated: false,
      viewer: null,
      accessEnded: 'visitEnded',
    });
    const refused = await requestTo(gateway).expect(403);
    expect(refused.body).toMatchObject({ code: 'ACCESS_ENDED', params: { reason: 'visitEnded' } });

    await administrator.delete(endVisitPath(leadId)).expect(200, { ok: true });
    await requestTo(secondGateway).expect(200);
  });

  it('loses the upload page too', async () => {
    const otherUploader = await uploader(gateway);
    const leadId = lastLeadId();
    await otherUploader.get('/api/lead-captures').expect(200);
    await (await uploader(gateway)).post(endVisitPath(leadId)).expect(200);
    await otherUploader.get('/api/lead-captures').expect(403);
  });

  it('becomes a new lead when it passes the gate again', async () => {
    const agent = await viewer(gateway);
    const leadId = lastLeadId();
    await (await uploader(gateway)).post(endVisitPath(leadId)).expect(200);
    await agent.post('/api/access-log').expect(403);
    await agent.post('/api/auth/lead-capture').send(lead).expect(200);
    expect(lastLeadId()).not.toBe(leadId);
    await agent.post('/api/access-log').expect(200);
  });
});

describe('ending or allowing a visit', () => {
  it('is rejected for the administrator’s own lead', async () => {
    const administrator = await uploader(gateway);
    const ownLeadId = lastLeadId();
    for (const id of [ownLeadId, ownLeadId.toUpperCase()]) {
      const response = await administrator.post(endVisitPath(id)).expect(409);
      expect(response.body).toMatchObject({
        code: 'CANNOT_END_OWN_VISIT',
        message: 'This is your own access. You cannot end your own visit',
      });
    }
    await administrator.get('/api/lead-captures').expect(200);
  });

  it('is rejected for an unknown lead', async () => {
    const administrator = await uploader(gateway);
    const unknown = randomUUID();
    services.unknownLeads.push(unknown, 'nonsense');
    for (const id of [unknown, 'nonsense']) {
      expect((await administrator.post(endVisitPath(id)).expect(404)).body.code).toBe('LEAD_NOT_FOUND');
      expect((await administrator.delete(endVisitPath(id)).expect(404)).body.code).toBe('LEAD_NOT_FOUND');
    }
  });
});

describe('the export of leads', () => {
  afterEach(() => {
    services.staffLeads = [];
  });
  it('contains the evidence of a lead, the total and the next page', async () => {
    const { body } = await (await uploader(gateway)).get(exportPath).expect(200);
    expect(body).toEqual({ leads: [exportedLead], total: 7, nextCursor: 'next' });
  });

  it('omits the viewing stats of staff', async () => {
    services.staffLeads = [exportedLead.id];
    const { body } = await (await uploader(gateway)).get(exportPath).expect(200);
    expect(body.leads).toEqual([
      {
        ...exportedLead,
        watchedSeconds: 0,
        watchedShare: null,
        lastSeenAt: null,
        deliveredSeconds: null,
        deliveredShare: null,
      },
    ]);
  });
});

describe('the list of leads', () => {
  const read = async () => {
    const response = await (await uploader(gateway)).get('/api/lead-captures').expect(200);
    return { lead: response.body[0], headers: response.headers };
  };
  const viewingStats = {
    watchedSeconds: 72,
    watchedShare: 0.8,
    lastSeenAt: '2026-01-02T00:00:00.000Z',
    deliveredSeconds: 80,
    deliveredShare: 0.9,
  };
  beforeEach(() => {
    Object.assign(storedLead, viewingStats);
    services.staffLeads = [];
    services.totalEstimated = false;
    services.hasProofs = false;
  });

  it('contains the viewing stats and the access status of a lead', async () => {
    const { lead: listedLead, headers } = await read();
    expect(listedLead).toEqual({
      ...storedLead,
      ...viewingStats,
      visitEnded: false,
      staff: false,
      own: false,
      blocks: [],
    });
    expect(headers).toMatchObject({ 'x-total-count': '7', 'x-next-cursor': 'next' });
    expect(headers).not.toHaveProperty('x-total-estimated');
    services.totalEstimated = true;
    expect((await read()).headers).toHaveProperty('x-total-estimated', 'true');
  });

  it('reports whether any lead has more than a claimed address', async () => {
    expect((await read()).headers).not.toHaveProperty('x-has-proofs');
    services.hasProofs = true;
    expect((await read()).headers).toHaveProperty('x-has-proofs', 'true');
  });

  it.each([
    ['203.0.113.84', '203.0.113.0/24'],
    ['2001:db8:1:2::3', '2001:db8:1::/48'],
    ['127.0.0.1', undefined],
    ['unknown', undefined],
  ])('contains the network of %s that can be blocked', async (ipAddress, network) => {
    Object.assign(storedLead, { ipAddress });
    expect((await read()).lead.network).toBe(network);
    storedLead.ipAddress = null;
  });

  it('contains the blocks of a lead', async () => {
    entries.blocked = [storedLead.email];
    expect((await read()).lead.blocks).toEqual([{ kind: 'address', value: storedLead.email }]);
    entries.blocked = [];
  });

  it.each(['limit=0', 'limit=501', 'limit=x', 'sort=shoe-size', 'proof=none', 'limit=1&limit=2'])(
    'is rejected for the query %s',
    async (query) => {
      const response = await (await uploader(gateway)).get(`/api/lead-captures?${query}`).expect(400);
      expect(response.body.code).toBe('VALIDATION_FAILED');
    },
  );

  it('omits the viewing stats of staff', async () => {
    services.staffLeads = [storedLead.id];
    expect((await read()).lead).toMatchObject({
      staff: true,
      watchedSeconds: 0,
      watchedShare: null,
      lastSeenAt: null,
      deliveredSeconds: null,
      deliveredShare: null,
    });
  });

  it('can be read while auth-service is down, without the access status, but not exported', async () => {
    const administrator = await uploader(gateway);
    await auth.stop();
    try {
      const response = await until(
        async () => {
          const read = await administrator.get('/api/lead-captures');
          return read.status === 200 ? read : undefined;
        },
        { deadlineMs: 20_000, what: 'the list' },
      );
      expect(response.body[0]).toMatchObject(viewingStats);
      expect(response.body[0]).not.toHaveProperty('visitEnded');
      await administrator.post(endVisitPath(randomUUID())).expect(503);
      // An export would count staff as viewers.
      await administrator.get(exportPath).expect(503);
    } finally {
      auth = await env.serve('auth');
    }
  });
});
