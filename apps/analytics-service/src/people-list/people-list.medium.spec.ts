import { randomUUID } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import type { PeopleSort, PlayedRange, SortDirection, VerifiedBy } from '@secure-preview/contracts';
import { queryRows } from '@secure-preview/service-kit/postgres';
import * as z from 'zod';
import { LeadsService } from '../leads/leads.service.js';
import { PeopleRepository } from '../people/people.repository.js';
import { captureLead, registerTerms, termsSha256 } from '../testing/leads.js';
import { type RunningAnalytics, startAnalytics } from '../testing/running-analytics.js';
import { ViewingService } from '../viewing/viewing.service.js';
import { PeopleListService } from './people-list.service.js';

const trailer = { id: randomUUID(), durationSeconds: 100, grantedAgoMs: 600_000 };
const sorts: readonly PeopleSort[] = [
  'name',
  'email',
  'first',
  'last',
  'visits',
  'watched',
  'flags',
  'blocked',
];
const directions: readonly SortDirection[] = ['ascending', 'descending'];
let analytics: RunningAnalytics;
let app: INestApplicationContext;

beforeAll(async () => {
  analytics = await startAnalytics();
  app = await analytics.replica();
  await registerTerms(app.get(LeadsService));
});
afterAll(() => analytics?.stop());
beforeEach(() =>
  analytics.owner.query(
    'TRUNCATE analytics.leads, analytics.people, analytics.person_watched, analytics.staff_leads, analytics.flags',
  ),
);

const capture = (name: string, email: string, verifiedBy: VerifiedBy = 'code') =>
  captureLead(app.get(LeadsService), { name, email, verifiedBy });
async function watch(leadId: string, ranges: PlayedRange[], watched = trailer): Promise<void> {
  const watcher = { sessionRef: randomUUID(), leadId, ip: '198.51.100.1', userAgent: null };
  const id = await app.get(ViewingService).begin({ watcher, trailer: watched }, randomUUID());
  await app
    .get(ViewingService)
    .update(id, watcher.sessionRef, { duration: '0:00', completed: 'false', ranges }, randomUUID());
}
const flag = (leadId: string, kind: string) =>
  analytics.owner.query('INSERT INTO analytics.flags (id, kind, lead_id, facts) VALUES ($1, $2, $3, $4)', [
    randomUUID(),
    kind,
    leadId,
    {},
  ]);
type Query = Parameters<PeopleListService['list']>[0];
const list = (query: Partial<Query> = {}) =>
  app
    .get(PeopleListService)
    .list({ trailerId: trailer.id, limit: 100, sort: 'name', direction: 'ascending', ...query });
const names = async (query: Partial<Query> = {}) => (await list(query)).people.map(({ name }) => name);

/** Reads all pages, and runs an action between them. */
async function idsOfPages(query: Partial<Query>, between = async (): Promise<unknown> => undefined) {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await list({ ...query, cursor });
    ids.push(...page.people.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
    await between();
  } while (cursor !== undefined);
  return ids;
}

describe('the list of people', () => {
  const expressions: Record<PeopleSort, string> = {
    name: 'name',
    email: 'email',
    first: 'first_at',
    last: 'people.last_at',
    visits: 'visits',
    watched: 'coalesce(watched_seconds, 0)',
    flags: '(SELECT count(*) FROM analytics.flags WHERE lead_id = people.id)',
    blocked: 'blocked',
  };
  const combinations = sorts.flatMap((sort) => directions.map((direction) => [sort, direction] as const));

  it.each(combinations)(
    'sorted by %s, %s, has everyone once, also with equal values',
    async (sort, direction) => {
      // Every value occurs several times.
      await analytics.owner.query(
        `INSERT INTO analytics.people
           (id, proved_key, name, email, search_text, verified_by, visits, first_at, last_at, networks)
         SELECT gen_random_uuid(), NULL, 'Zoë ' || n % 3, 'a' || n % 4 || '@example.org', 'zoë', 'none', 1 + n % 3,
                TIMESTAMPTZ '2026-01-01' + n % 5 * interval '1 us', TIMESTAMPTZ '2026-01-02' + n % 6 * interval '1 us', '{}'
         FROM generate_series(1, 40) AS n`,
      );
      await analytics.owner.query(
        `INSERT INTO analytics.person_watched (trailer_id, person_id, trailer_seconds, played)
         SELECT $1, id, 100, '{[0,1001)}' FROM analytics.people ORDER BY id LIMIT 15`,
        [trailer.id],
      );
      await analytics.owner.query(`
        INSERT INTO analytics.leads (id, command_id, name, email, search_text, ip, session_ref, terms_sha256, verified_by)
        SELECT id, gen_random_uuid(), name, email, '', '203.0.113.1', gen_random_uuid(), '${termsSha256}', 'none'
        FROM analytics.people;
        INSERT INTO analytics.flags (id, kind, lead_id, facts)
        SELECT gen_random_uuid(), 'kind ' || n, id, '{}'
        FROM (SELECT id FROM analytics.people ORDER BY id LIMIT 17) AS flagged, generate_series(1, 2) AS n
        WHERE n = 1 OR id < gen_random_uuid();
        UPDATE analytics.people SET blocked = true
        WHERE id IN (SELECT id FROM analytics.people ORDER BY id LIMIT 11)`);
      const order = direction === 'ascending' ? 'ASC' : 'DESC';
      const expected = await queryRows(
        analytics.owner,
        z.object({ id: z.string() }),
        `SELECT id FROM analytics.people LEFT JOIN analytics.person_watched ON person_id = id AND trailer_id = $1
         ORDER BY ${expressions[sort]} ${order}, id ${order}`,
        [trailer.id],
      );
      expect(await idsOfPages({ sort, direction, limit: 7 })).toEqual(expected.map(({ id }) => id));
      expect((await list({ sort, direction, limit: 7 })).total).toBe(40);
    },
  );

  it('neither repeats nor skips people whose values change between two pages', async () => {
    for (let n = 0; n < 9; n++) await capture(`Person ${n}`, `p${n}@example.org`);
    const query = { sort: 'name', direction: 'ascending', limit: 1 } as const;
    const [first] = (await list(query)).people;
    // The page ends with this person, who moves from the first place to the last.
    const rename = () =>
      analytics.owner.query(`UPDATE analytics.people SET name = 'Zed' WHERE id = $1`, [first?.id]);
    const others = (await idsOfPages(query, rename)).filter((id) => id !== first?.id);
    expect(others).toHaveLength(8);
    expect(new Set(others).size).toBe(8);
  });

  it('has the visits of a person and what they watched of the version', async () => {
    const first = await capture('Ada', 'ada@example.org');
    await watch(await capture('Ada L.', 'Ada@example.org', 'invitation'), [[0, 30]]);
    await watch(first, [[20, 50]]);
    await watch(first, [[0, 90]], { ...trailer, id: randomUUID() });
    const { people, total, nextCursor } = await list();
    expect({ total, nextCursor }).toEqual({ total: 1, nextCursor: null });
    expect(people).toEqual([
      {
        id: first,
        name: 'Ada L.',
        email: 'Ada@example.org',
        verifiedBy: 'invitation',
        firstAt: expect.stringMatching(/Z$/),
        lastAt: expect.stringMatching(/Z$/),
        visits: 2,
        networks: ['203.0.113.0/24', '198.51.100.0/24'],
        watchedSeconds: 50,
        watchedShare: 0.5,
        flags: 0,
        blocked: false,
      },
    ]);
    expect((await list({ trailerId: null })).people).toMatchObject([
      { watchedSeconds: 0, watchedShare: null },
    ]);
  });

  it('distinguishes proved people from those who only claim the same address', async () => {
    await capture('Ada', 'ada@example.org');
    await capture('Ada', 'ada@example.org');
    await capture('Not Ada', 'ada@example.org', 'none');
    await capture('Linked', 'bob@example.org', 'link');
    expect(await names()).toEqual(['Ada', 'Linked', 'Not Ada']);
    expect(await names({ proof: 'proved' })).toEqual(['Ada']);
    expect(await names({ proof: 'claimed' })).toEqual(['Linked', 'Not Ada']);
    expect((await list({ proof: 'claimed', limit: 1 })).total).toBe(2);
  });

  it('counts the flags of all visits that were not dismissed, and finds flagged people', async () => {
    const first = await capture('Ada', 'ada@example.org');
    const second = await capture('Ada', 'ada@example.org');
    const claimed = await capture('Bob', 'ada@example.org', 'none');
    const staff = await capture('Staff', 'staff@example.org');
    const dismissed = await capture('Cyd', 'cyd@example.org');
    for (const lead of [first, second, claimed, staff, dismissed]) await flag(lead, 'copying');
    await flag(second, 'watermark');
    await analytics.owner.query('UPDATE analytics.flags SET dismissed_at = now() WHERE lead_id = $1', [
      dismissed,
    ]);
    await app.get(PeopleRepository).markStaff(staff);
    const flags = (await list()).people.map((person) => [person.name, person.flags]);
    expect(flags).toEqual([
      ['Ada', 3],
      ['Bob', 1],
      ['Cyd', 0],
    ]);
    expect(await names({ only: 'flagged' })).toEqual(['Ada', 'Bob']);
    expect(await names({ sort: 'flags' })).toEqual(['Cyd', 'Bob', 'Ada']);
    expect((await list({ only: 'flagged', limit: 1 })).total).toBe(2);
    expect((await app.get(PeopleListService).figures(null)).flagged).toBe(2);
  });

  it('shows and finds blocked people', async () => {
    const ada = await capture('Ada', 'ada@example.org');
    await capture('Bob', 'bob@example.org');
    await app.get(PeopleRepository).setAccess(1, [{ id: ada, blocked: true, networks: 1 }]);
    expect((await list()).people.map(({ blocked }) => blocked)).toEqual([true, false]);
    expect(await names({ only: 'blocked' })).toEqual(['Ada']);
    expect(await names({ sort: 'blocked' })).toEqual(['Bob', 'Ada']);
  });

  it.each([
    ['ИВАН', ['Иван Петров']],
    ['سارة', ['سارة']],
    ['李', ['李小龍']],
    ['e\u0301mile', ['Émile']],
    ['STRASSE', ['Straße']],
    ['%', []],
    ['@example.org', ['Émile', 'Straße', 'Иван Петров', 'سارة', '李小龍']],
  ])('finds %j by name or address', async (q, expected) => {
    for (const [index, name] of ['Иван Петров', 'سارة', '李小龍', 'Émile', 'Straße'].entries())
      await capture(name, `p${index}@example.org`);
    expect(await names({ q })).toEqual(expected);
    expect((await list({ q })).total).toBe(expected.length);
  });

  it('has nobody of whom only visits of staff are known', async () => {
    const staff = await capture('Staff', 'staff@example.org', 'none');
    const viewer = await capture('Ada', 'ada@example.org');
    const alsoStaff = await capture('Ada', 'ada@example.org');
    await watch(staff, [[0, 90]]);
    await watch(viewer, [[0, 10]]);
    await watch(alsoStaff, [[50, 90]]);
    for (const id of [staff, alsoStaff]) await app.get(PeopleRepository).markStaff(id);
    expect((await list()).people).toMatchObject([{ name: 'Ada', visits: 1, watchedSeconds: 10 }]);
    expect((await list()).total).toBe(1);
  });

  it('has pages of at most 200 KB', async () => {
    const name = '名'.repeat(200);
    await analytics.owner.query(
      `INSERT INTO analytics.people
         (id, proved_key, name, email, search_text, verified_by, visits, first_at, last_at, networks)
       SELECT gen_random_uuid(), NULL, $1, n || '@example.org', '', 'none', 1, now(), now(),
              array_fill('2001:db8:ffff::/48'::text, ARRAY[100])
       FROM generate_series(1, 250) AS n`,
      [name],
    );
    const page = await list({ limit: 250 });
    expect(page.people.length).toBeLessThan(250);
    expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThanOrEqual(200_000);
    // A cursor that a route accepts.
    expect(page.nextCursor?.length).toBeLessThan(2000);
    expect(new Set(await idsOfPages({ limit: 250 })).size).toBe(250);
  });

  it.each([
    ['name', 'x'],
    ['name', Buffer.from('["a"]').toString('base64url')],
    ['name', Buffer.from(JSON.stringify(['a\0', randomUUID()])).toString('base64url')],
    ['last', Buffer.from(JSON.stringify(['a', randomUUID()])).toString('base64url')],
    ['visits', Buffer.from(JSON.stringify(['9'.repeat(19), randomUUID()])).toString('base64url')],
  ] as const)('sorted by %s rejects the cursor %s', async (sort, cursor) => {
    await expect(list({ sort, cursor })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('rejects a search for characters that cannot be stored', async () => {
    await expect(list({ q: 'a\0' })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });
});

describe('the figures', () => {
  const figures = (id: string | null = trailer.id) => app.get(PeopleListService).figures(id);

  it('count people, and those who watched and finished the version', async () => {
    expect(await figures()).toEqual({ people: 0, watched: 0, finished: 0, meanShare: null, flagged: 0 });
    await capture('Nobody', 'none@example.org');
    await watch(await capture('Glance', 'glance@example.org'), [[0, 0.5]]);
    await watch(await capture('Half', 'half@example.org'), [[0, 50]]);
    await watch(await capture('Finished', 'finished@example.org', 'none'), [[0, 90]]);
    await watch(await capture('Elsewhere', 'else@example.org'), [[0, 90]], { ...trailer, id: randomUUID() });
    const staff = await capture('Staff', 'staff@example.org');
    await watch(staff, [[0, 100]]);
    await app.get(PeopleRepository).markStaff(staff);
    expect(await figures()).toEqual({ people: 5, watched: 2, finished: 1, meanShare: 0.7, flagged: 0 });
    expect(await figures(null)).toEqual({ people: 5, watched: 0, finished: 0, meanShare: null, flagged: 0 });
  });

  it('have no mean share if the length of the version is unknown', async () => {
    const unknown = { ...trailer, id: randomUUID(), durationSeconds: 0 };
    await watch(await capture('Ada', 'ada@example.org'), [[0, 50]], unknown);
    expect(await figures(unknown.id)).toMatchObject({ people: 1, watched: 1, finished: 0, meanShare: null });
  });
});

describe('the list of leads', () => {
  it('names the person of each lead, except of staff', async () => {
    const first = await capture('Ada', 'ada@example.org');
    const second = await capture('Ada', 'ada@example.org');
    const claimed = await capture('Ada', 'ada@example.org', 'none');
    const staff = await capture('Ada', 'ada@example.org');
    await app.get(PeopleRepository).markStaff(staff);
    const { leads } = await app.get(LeadsService).list({ limit: 10, sort: 'oldest' });
    expect(leads.map(({ id, personId }) => [id, personId])).toEqual([
      [first, first],
      [second, first],
      [claimed, claimed],
      [staff, undefined],
    ]);
  });
});
