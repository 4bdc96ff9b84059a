import { randomUUID } from 'node:crypto';
import { until } from '@secure-preview/testing';
import { Redis } from 'ioredis';
import { entries, LINK, listQueries } from '../testing/fake-entry.js';
import { type FakeService, services } from '../testing/fakes.js';
import { PublishedAccess } from '../testing/published-access.js';
import {
  type RunningGateway,
  startTestEnvironment,
  type TestEnvironment,
} from '../testing/running-gateway.js';
import { lead, stranger, uploader } from '../testing/visitors.js';

let env: TestEnvironment;
let gateway: RunningGateway;
let analytics: FakeService;
let redis: Redis;
let published: PublishedAccess;
let administrator: Awaited<ReturnType<typeof uploader>>;
let sender: object;

beforeAll(async () => {
  env = await startTestEnvironment();
  await Promise.all([env.serve('auth'), env.serve('media')]);
  analytics = await env.serve('analytics');
  gateway = await env.readyGateway();
  redis = new Redis(env.redis.url);
  published = new PublishedAccess(redis);
  await published.uploadEpoch();
  administrator = await uploader(gateway);
  const { sessionRef } = services.passwordAttempts.at(-1) ?? {};
  sender = {
    by: { sessionRef, name: lead.name },
    senderLine: 'Invited by Ada',
    companyName: 'Halcyon',
    logoId: null,
    keyArtId: null,
    timeZone: 'Asia/Tokyo',
  };
  await published.settings({ senderLine: 'Invited by Ada', companyName: 'Halcyon', timeZone: 'Asia/Tokyo' });
  await until(async () => (await stranger(gateway).get('/api/config')).body.companyName === 'Halcyon');
});
afterAll(async () => {
  redis?.disconnect();
  await env?.stop();
});

describe('invitations', () => {
  it('are listed with the shares watched', async () => {
    const { body } = await administrator.get('/api/invitations').expect(200);
    expect(body).toMatchObject({
      invitations: [{ id: LINK.id, state: 'sent', watchedShare: 0.5 }],
      total: 1,
      nextCursor: null,
    });
  });

  it.each(['limit=251', 'limit=0', 'state=lost', 'sort=size'])(
    'are not listed for the query %s',
    async (query) => {
      const { body } = await administrator.get(`/api/invitations?${query}`).expect(400);
      expect(body.code).toBe('VALIDATION_FAILED');
    },
  );

  it('are imported in rows and confirmed with the sender', async () => {
    const importId = randomUUID();
    const rows = [{ line: 1, email: 'grace@kino.example' }];
    const checked = await administrator
      .put(`/api/invitations/imports/${importId}/rows`)
      .send({ rows })
      .expect(200);
    expect(checked.body).toEqual({
      rows: [{ line: 1, email: 'grace@kino.example', name: '', outcome: 'new' }],
    });
    const form = { language: 'de', message: 'Welcome.', endsAt: '2030-01-01T00:00:00.000Z' };
    await administrator
      .post(`/api/invitations/imports/${importId}/confirm`)
      .send(form)
      .expect(200, { invited: 1, blocked: 0 });
    expect(entries.imports.at(-1)).toEqual({
      importId,
      options: { ...form, startsAt: null, sendMail: true },
      ...sender,
    });
  });

  it('are imported in at most 250 rows a call, each at its longest valid length', async () => {
    const rows = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        line: index + 1,
        email: `${'x'.repeat(240)}@kino.example`,
        name: '影'.repeat(200),
      }));
    const send = (count: number) =>
      administrator.put(`/api/invitations/imports/${randomUUID()}/rows`).send({ rows: rows(count) });
    await send(250).expect(200);
    await send(251).expect(400);
  });

  it('are changed with the sender', async () => {
    const ids = [randomUUID(), randomUUID()];
    for (const change of [{ action: 'resend' }, { action: 'revoke' }, { action: 'extend', endsAt: null }]) {
      await administrator.post('/api/invitations/actions').send({ ids, change }).expect(200, { changed: 2 });
      expect(entries.actions.at(-1)).toEqual({ ids, change, ...sender });
    }
  });

  it('have a link to the host of the request, or to the public origin', async () => {
    const path = `/api/invitations/${LINK.id}/link`;
    const link = `/#invitation=${LINK.id}.${LINK.secret}`;
    await administrator.get(path).expect(200, { url: `${gateway.url}${link}` });
    const publicGateway = await env.readyGateway({ PUBLIC_ORIGIN: 'https://preview.example' });
    const agent = await uploader(publicGateway);
    const { body } = await agent.get(path).expect(200);
    expect(body.url).toBe(`https://preview.example${link}`);
    const unknown = await administrator.get('/api/invitations/unknown/link').expect(404);
    expect(unknown.body.code).toBe('INVITATION_NOT_FOUND');
  });

  it('are listed without shares while analytics-service is unavailable', async () => {
    await analytics.stop();
    try {
      const { body } = await until(
        async () => {
          const response = await administrator.get('/api/invitations');
          return response.status === 200 ? response : undefined;
        },
        { deadlineMs: 20_000, what: 'the list' },
      );
      expect(body.invitations).toMatchObject([{ id: LINK.id }]);
      expect(body.invitations[0]).not.toHaveProperty('watchedShare');
    } finally {
      analytics = await env.serve('analytics');
    }
  });
});

describe('requests for access', () => {
  it.each([
    ['allow', 'allow'],
    ['dismiss', 'dismiss'],
  ])('are decided with %s, and with the sender', async (path, decision) => {
    const id = randomUUID();
    await administrator.post(`/api/access-requests/${id}/${path}`).expect(200, { ok: true });
    expect(entries.decisions.at(-1)).toEqual({ id, decision, ...sender });
    const { body } = await administrator.post(`/api/access-requests/unknown/${path}`).expect(404);
    expect(body.code).toBe('ACCESS_REQUEST_NOT_FOUND');
  });

  it('are dismissed together, at most 250 at once', async () => {
    const { by } = sender as { by: object };
    const dismiss = (ids: unknown[]) => administrator.post('/api/access-requests/dismiss').send({ ids });
    const ids = Array.from({ length: 251 }, () => randomUUID());
    await dismiss(ids.slice(1)).expect(200, { dismissed: 250 });
    expect(entries.dismissals.at(-1)).toEqual({ ids: ids.slice(1), by });
    for (const invalid of [ids, [], ['unknown']]) await dismiss(invalid).expect(400);
    expect(entries.dismissals).toHaveLength(1);
  });
});

describe('a block', () => {
  it('is added and removed by the administrator', async () => {
    const { by } = sender as { by: object };
    const block = { kind: 'domain', value: 'pirates.example' };
    await administrator
      .post('/api/blocks')
      .send({ ...block, note: 'Leaks' })
      .expect(200, { ok: true });
    expect(entries.blockChanges.at(-1)).toEqual({ ...block, note: 'Leaks', blocked: true, by });
    await administrator.post('/api/blocks/remove').send(block).expect(200, { ok: true });
    expect(entries.blockChanges.at(-1)).toEqual({ ...block, note: '', blocked: false, by });
  });

  it.each([
    ['address', 'Ada@EXAMPLE.com'],
    ['domain', 'example.com'],
    ['domain', ' @Example.COM '],
    ['network', '127.0.0.1'],
    ['network', '127.0.0.0/8'],
    ['network', '::ffff:127.0.0.1'],
  ])('of the own %s %s is rejected', async (kind, value) => {
    const before = entries.blockChanges.length;
    const { body } = await administrator.post('/api/blocks').send({ kind, value }).expect(409);
    expect(body.code).toBe('CANNOT_BLOCK_SELF');
    expect(entries.blockChanges).toHaveLength(before);
  });

  it.each([
    ['address', 'ada@mail.example.com'],
    ['domain', 'mail.example.com'],
    ['domain', 'com'],
    ['network', '192.0.2.0/24'],
    ['network', '::1/128'],
    ['network', 'ada@example.com'],
  ])('of the other %s %s is passed on', async (kind, value) => {
    await administrator.post('/api/blocks').send({ kind, value }).expect(200);
    expect(entries.blockChanges.at(-1)).toMatchObject({ kind, value, blocked: true });
  });

  it('of the own value can be removed', async () => {
    await administrator.post('/api/blocks/remove').send({ kind: 'address', value: lead.email }).expect(200);
  });
});

it.each([
  ['/api/access-requests', { sort: 'newest' }, { state: 'open', sort: 'name' }, ['state=lost', 'sort=size']],
  ['/api/blocks', { sort: 'newest' }, { kind: 'network', sort: 'value' }, ['kind=person', 'sort=size']],
  ['/api/blocks/history', {}, {}, []],
])('passes on the filters of the list %s', async (path, byDefault, filter, invalid) => {
  const queries = path === '/api/access-requests' ? listQueries.requests : listQueries.blocks;
  await administrator.get(path).expect(200);
  expect(queries.at(-1)).toEqual({ limit: 100, ...byDefault });
  await administrator
    .get(path)
    .query({ limit: 250, cursor: 'next', q: 'ada', ...filter })
    .expect(200);
  expect(queries.at(-1)).toEqual({ limit: 250, cursor: 'next', q: 'ada', ...filter });
  for (const query of ['limit=251', 'limit=0', ...invalid]) {
    const { body } = await administrator.get(`${path}?${query}`).expect(400);
    expect(body.code).toBe('VALIDATION_FAILED');
  }
});

it('changes nothing by reading', async () => {
  const before = JSON.stringify(entries);
  for (const path of ['invitations', `invitations/${LINK.id}/link`, 'access-requests', 'blocks', 'gate-mode'])
    await administrator.get(`/api/${path}`).expect(200);
  expect(JSON.stringify(entries)).toBe(before);
});
