import { randomUUID } from 'node:crypto';
import { limits, redisKeys } from '@secure-preview/contracts';
import { Redis } from 'ioredis';
import { leakCaseOf, leakJpeg, leaks, namedCopyOf } from '../testing/fake-leaks.js';
import { marked } from '../testing/fake-people.js';
import { services } from '../testing/fakes.js';
import {
  type RunningGateway,
  startTestEnvironment,
  type TestEnvironment,
} from '../testing/running-gateway.js';
import { uploader } from '../testing/visitors.js';

let env: TestEnvironment;
let gateway: RunningGateway;
let admin: Awaited<ReturnType<typeof uploader>>;

beforeAll(async () => {
  env = await startTestEnvironment();
  await env.serveAll();
  gateway = await env.readyGateway();
  const redis = new Redis(env.redis.url);
  await redis.set(redisKeys.uploadEpoch, services.epoch);
  redis.disconnect();
  admin = await uploader(gateway);
});
afterAll(() => env?.stop());
beforeEach(() => {
  leaks.found = leakCaseOf([]);
  leaks.unknown = [];
  marked.people = [];
  marked.calls = [];
  marked.isFailing = false;
});

const at = '2026-01-01T00:00:00.000Z';
const personOf = (markId: string) => ({
  markId,
  name: 'Ada',
  email: 'ada@example.com',
  proved: true,
  verifiedBy: 'code' as const,
  visits: 2,
  firstAt: at,
  lastAt: at,
});
const pathOf = (caseId: string) => `/api/leaks/${caseId}`;

describe('a found copy', () => {
  it('has the person of each named copy, and null for one that nobody knows any more', async () => {
    const [known, unknown] = [randomUUID(), randomUUID()];
    leaks.found = leakCaseOf([known, unknown, known].map(namedCopyOf));
    marked.people = [personOf(known), personOf(randomUUID())];
    const { body } = await admin.get(pathOf(leaks.found.id)).expect(200);
    expect(body.result.names.map(({ person }: { person: unknown }) => person)).toEqual([
      personOf(known),
      null,
      personOf(known),
    ]);
    expect(body).not.toHaveProperty('peopleUnavailable');
    expect(marked.calls).toEqual([{ markIds: [known, unknown] }]);
  });

  it('reads many people in several calls', async () => {
    const markIds = Array.from({ length: limits.leadsPage.max + 1 }, () => randomUUID());
    leaks.found = leakCaseOf(markIds.map(namedCopyOf));
    marked.people = markIds.map(personOf);
    const { body } = await admin.get(pathOf(leaks.found.id)).expect(200);
    expect(body.result.names.filter(({ person }: { person: unknown }) => person !== null)).toHaveLength(
      markIds.length,
    );
    expect(marked.calls.map((call) => call.markIds.length)).toEqual([limits.leadsPage.max, 1]);
  });

  it('reads nobody while it names nobody', async () => {
    await admin.get(pathOf(leaks.found.id)).expect(200);
    leaks.found = { ...leaks.found, status: 'working', step: 'match', result: null, finishedAt: null };
    await admin.get(pathOf(leaks.found.id)).expect(200);
    expect(marked.calls).toEqual([]);
  });

  it('has its result without people while they cannot be read', async () => {
    const markId = randomUUID();
    leaks.found = leakCaseOf([namedCopyOf(markId)]);
    marked.isFailing = true;
    const { body } = await admin.get(pathOf(leaks.found.id)).expect(200);
    expect(body).toMatchObject({ peopleUnavailable: true, result: { names: [{ markId, person: null }] } });
  });

  it('is created from an uploaded file, and listed', async () => {
    const target = await admin.post('/api/objects/upload-clip').send({}).expect(200);
    expect(target.body.uploadURL).toMatch(/\/clip$/);
    const form = { clipURL: target.body.uploadURL, fileName: 'found on a forum.mp4' };
    const { body } = await admin.post('/api/leaks').send(form).expect(201);
    expect([body.id, leaks.created.at(-1)]).toEqual([leaks.found.id, form]);
    const list = await admin.get('/api/leaks').expect(200);
    expect(list.body.cases.map(({ id }: { id: string }) => id)).toEqual([leaks.found.id]);
  });

  it('is cancelled, noted and deleted', async () => {
    const { id } = leaks.found;
    await admin.post(`${pathOf(id)}/cancel`).expect(200);
    const { body } = await admin.patch(pathOf(id)).send({ note: 'Two\nlines' }).expect(200);
    await admin.delete(pathOf(id)).expect(200);
    expect([leaks.cancelled.at(-1), leaks.notes.at(-1), leaks.removed.at(-1), body.note]).toEqual([
      id,
      { caseId: id, note: 'Two\nlines' },
      id,
      'Two\nlines',
    ]);
  });

  it.each([{}, { note: 5 }, { note: 'x'.repeat(2001) }, { note: 'a\u0000b' }])(
    'rejects the note %j',
    async (body) => {
      await admin.patch(pathOf(leaks.found.id)).send(body).expect(400);
    },
  );

  it('must exist', async () => {
    const unknown = randomUUID();
    leaks.unknown = [unknown];
    for (const id of [unknown, 'nonsense']) {
      const requests = [
        admin.get(pathOf(id)),
        admin.post(`${pathOf(id)}/cancel`),
        admin.patch(pathOf(id)).send({ note: '' }),
        admin.delete(pathOf(id)),
      ];
      for (const request of requests)
        expect((await request.expect(404)).body.code).toBe('LEAK_CASE_NOT_FOUND');
      await admin.get(`${pathOf(id)}/pictures/found`).expect(404);
    }
  });

  it('has a picture of the clip and one of the trailer, which no cache keeps', async () => {
    const { id } = leaks.found;
    for (const which of ['found', 'original'] as const) {
      const response = await admin.get(`${pathOf(id)}/pictures/${which}`).expect(200);
      expect(response.headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'no-store' });
      expect(leakJpeg.equals(response.body)).toBe(true);
      expect(leaks.pictures.at(-1)).toEqual({ caseId: id, which });
    }
    await admin.get(`${pathOf(id)}/pictures/another`).expect(404);
  });
});
