import { randomUUID } from 'node:crypto';
import { type ListedPerson, type PersonWithNetworks, redisKeys } from '@secure-preview/contracts';
import { until } from '@secure-preview/testing';
import { Redis } from 'ioredis';
import { entries } from '../testing/fake-entry.js';
import { audience } from '../testing/fake-people-list.js';
import { type FakeService, services, storedLead, trailer } from '../testing/fakes.js';
import {
  type RunningGateway,
  startTestEnvironment,
  type TestEnvironment,
} from '../testing/running-gateway.js';
import { uploader } from '../testing/visitors.js';

let env: TestEnvironment;
let auth: FakeService;
let gateway: RunningGateway;
let administrator: Awaited<ReturnType<typeof uploader>>;

beforeAll(async () => {
  env = await startTestEnvironment();
  await env.serve('analytics');
  await env.serve('media');
  auth = await env.serve('auth');
  gateway = await env.readyGateway();
  const redis = new Redis(env.redis.url);
  await redis.set(redisKeys.uploadEpoch, services.epoch);
  redis.disconnect();
  administrator = await uploader(gateway);
});
afterAll(() => env?.stop());
beforeEach(() => {
  audience.queries = [];
  audience.versions = [];
  trailer.active = true;
  entries.blocked = [];
});

const get = (path: string) => administrator.get(path);
const paths = ['/api/audience', '/api/audience/people', '/api/audience/people/export'] as const;

describe('the version', () => {
  it('is the shown one unless another one is requested', async () => {
    for (const path of paths) await get(path).expect(200);
    await get(`/api/audience?trailerId=${trailer.id.toUpperCase()}`).expect(200);
    expect(audience.versions).toEqual([trailer.id, trailer.id]);
    expect(audience.queries.map(({ trailerId }) => trailerId)).toEqual([trailer.id, trailer.id]);
  });

  it('may be a version that is not shown', async () => {
    trailer.active = false;
    for (const path of paths) await get(`${path}?trailerId=${trailer.id}`).expect(200);
    expect(audience.versions).toEqual([trailer.id]);
  });

  it('is null while none is shown', async () => {
    trailer.active = false;
    expect((await get('/api/audience').expect(200)).body.trailerId).toBeNull();
    await get('/api/audience/people').expect(200);
    expect(audience.queries).toMatchObject([{ trailerId: null }]);
  });

  it.each([randomUUID(), 'x', ''])('is unknown with the id %j', async (id) => {
    for (const path of paths)
      expect((await get(`${path}?trailerId=${id}`).expect(404)).body.code).toBe('TRAILER_NOT_FOUND');
  });
});

it('reads the figures with the open invitations', async () => {
  expect((await get('/api/audience').expect(200)).body).toEqual({
    trailerId: trailer.id,
    people: 3,
    watched: 2,
    finished: 1,
    meanShare: 0.75,
    flagged: 1,
    openInvitations: 4,
  });
});

describe('the list', () => {
  it('has people with the number of their networks and their blocks', async () => {
    const [ada] = audience.people;
    expect((await get('/api/audience/people').expect(200)).body).toEqual({
      people: [{ ...ada, networks: 2, blocks: [] }],
      total: 7,
      nextCursor: 'next',
    });
    entries.blocked = ['ada@example.com'];
    const { people } = (await get('/api/audience/people').expect(200)).body as { people: ListedPerson[] };
    // Found for each network, listed once.
    expect(people[0]?.blocks).toEqual([{ kind: 'address', value: 'ada@example.com' }]);
  });

  it('finds the blocks of people with more networks than one call takes', async () => {
    const [ada] = audience.people;
    if (!ada) throw new Error('nobody is listed');
    const networks = Array.from({ length: 100 }, (_, n) => `198.51.${n}.0/24`);
    const people = Array.from({ length: 12 }, (_, n) => ({ ...ada, email: `p${n}@example.com`, networks }));
    audience.people = people;
    entries.blocked = ['p0@example.com', 'p11@example.com'];
    const { body } = await get('/api/audience/people').expect(200);
    const listed: ListedPerson[] = body.people;
    expect(listed.filter(({ blocks = [] }) => blocks.length > 0).map(({ email }) => email)).toEqual(
      entries.blocked,
    );
    audience.people = [ada];
  });

  it('is read in the requested order, from the last activity by default', async () => {
    await get('/api/audience/people').expect(200);
    await get(
      '/api/audience/people?q=ada&sort=watched&direction=ascending&proof=proved&only=flagged&limit=5&cursor=x',
    ).expect(200);
    expect(audience.queries).toEqual([
      { trailerId: trailer.id, limit: 100, sort: 'last', direction: 'descending' },
      {
        trailerId: trailer.id,
        limit: 5,
        sort: 'watched',
        direction: 'ascending',
        proof: 'proved',
        only: 'flagged',
        q: 'ada',
        cursor: 'x',
      },
    ]);
  });

  it.each(['limit=0', 'limit=251', 'sort=shoe-size', 'direction=up', 'proof=none', 'only=me', 'q=%00'])(
    'is rejected for the query %s',
    async (query) => {
      for (const path of paths.slice(1))
        expect((await get(`${path}?${query}`).expect(400)).body.code).toBe('VALIDATION_FAILED');
    },
  );

  it('is exported without blocks, with the version and rounded figures of what was watched', async () => {
    const [person] = audience.people as [PersonWithNetworks];
    const exported = async (watched: Partial<PersonWithNetworks>) => {
      audience.people = [{ ...person, ...watched }];
      return (await get('/api/audience/people/export?limit=250').expect(200)).body.people[0];
    };
    const version = { trailerId: trailer.id, title: trailer.title };
    expect(await exported({})).toEqual({ ...person, networks: 2, ...version });
    expect(
      await exported({ watchedSeconds: 22.842000000000002, watchedShare: 0.25379999999999997 }),
    ).toMatchObject({ watchedSeconds: 22.842, watchedShare: 0.2538 });
    expect(await exported({ watchedSeconds: 0, watchedShare: null })).toMatchObject({ watchedShare: 0 });
    expect(await exported({ watchedSeconds: 5, watchedShare: null })).toMatchObject({ watchedShare: null });
    audience.people = [person];
  });
});

describe('the person of a lead', () => {
  const personId = randomUUID();
  const read = async () => (await get('/api/lead-captures').expect(200)).body[0];
  beforeAll(() => void Object.assign(storedLead, { personId }));

  it('is named in the list of leads, except for staff', async () => {
    expect((await read()).personId).toBe(personId);
    services.staffLeads = [storedLead.id];
    expect(await read()).not.toHaveProperty('personId');
    services.staffLeads = [];
  });
});

it('is readable while auth-service is down, without blocks and open invitations', async () => {
  await auth.stop();
  const list = await until(
    async () => {
      const read = await get('/api/audience/people');
      return read.status === 200 ? read : undefined;
    },
    { deadlineMs: 20_000, what: 'the list' },
  );
  expect(list.body.people[0]).not.toHaveProperty('blocks');
  const overview = await get('/api/audience').expect(200);
  expect(overview.body).toMatchObject({ people: 3 });
  expect(overview.body).not.toHaveProperty('openInvitations');
});
