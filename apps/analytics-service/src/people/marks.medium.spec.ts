import { createHash, randomUUID } from 'node:crypto';
import type { VerifiedBy } from '@secure-preview/contracts';
import { LeadsService } from '../leads/leads.service.js';
import { type RunningAnalytics, startAnalytics } from '../testing/running-analytics.js';
import { PeopleRepository } from './people.repository.js';

const TEXT = 'I accept.';
const termsSha256 = createHash('sha256').update(TEXT).digest('hex');
let analytics: RunningAnalytics;
let leads: LeadsService;
let people: PeopleRepository;

beforeAll(async () => {
  analytics = await startAnalytics();
  const app = await analytics.replica();
  leads = app.get(LeadsService);
  people = app.get(PeopleRepository);
  await leads.registerTerms(termsSha256, '2025-10', TEXT);
});
afterAll(() => analytics?.stop());
beforeEach(() => analytics.owner.query('TRUNCATE analytics.leads, analytics.people, analytics.staff_leads'));

const capture = (name: string, email: string, verifiedBy: VerifiedBy) =>
  leads.capture(
    {
      name,
      email,
      verifiedBy,
      ip: '203.0.113.1',
      userAgent: null,
      sessionRef: randomUUID(),
      termsSha256,
      invitationId: null,
    },
    randomUUID(),
  );
const marksOf = (ids: readonly string[]) => Promise.all(ids.map((id) => people.markOf(id)));

describe('a mark id', () => {
  it('is the same in all visits of a proved person, also as staff, and another one for other people', async () => {
    const first = await capture('Ada', 'ada@kino.example', 'code');
    const others = [
      await capture('Ada L.', 'Ada@Kino.example', 'invitation'),
      await capture('Ada', 'ada@kino.example', 'code'),
    ];
    await people.markStaff(first);
    expect(await marksOf([first, ...others])).toEqual([first, first, first]);
    const bob = await capture('Bob', 'bob@kino.example', 'code');
    expect(await people.markOf(bob)).toBe(bob);
  });

  it('is that of the visit if the address is only claimed, even one that somebody has proved', async () => {
    await capture('Ada', 'ada@kino.example', 'code');
    const claimed = [
      await capture('Eve', 'ada@kino.example', 'none'),
      await capture('Eve', 'ada@kino.example', 'link'),
    ];
    expect(await marksOf(claimed)).toEqual(claimed);
    const unknown = randomUUID();
    expect(await people.markOf(unknown)).toBe(unknown);
  });

  it('does not depend on whether the leads of an earlier version are counted as people yet', async () => {
    const visits = [
      await capture('Ada', 'ada@kino.example', 'code'),
      await capture('Ada', 'ada@kino.example', 'code'),
    ];
    const counted = await marksOf(visits);
    await analytics.owner.query('TRUNCATE analytics.people');
    expect(await marksOf(visits)).toEqual(counted);
  });
});

it('names the people of mark ids, and says what was proved', async () => {
  const ada = await capture('Ada', 'ada@kino.example', 'code');
  await capture('Ada Lovelace', 'ada@kino.example', 'invitation');
  const eve = await capture('Eve', 'ada@kino.example', 'none');
  const found = await people.ofMarks([eve, randomUUID(), ada]);
  const byId = new Map(found.map((person) => [person.markId, person]));
  expect(byId.size).toBe(2);
  expect(byId.get(ada)).toMatchObject({
    name: 'Ada Lovelace',
    email: 'ada@kino.example',
    proved: true,
    verifiedBy: 'invitation',
    visits: 2,
  });
  expect(Date.parse(byId.get(ada)?.firstAt ?? '')).toBeLessThanOrEqual(
    Date.parse(byId.get(ada)?.lastAt ?? ''),
  );
  expect(byId.get(eve)).toMatchObject({ name: 'Eve', proved: false, verifiedBy: 'none', visits: 1 });
});
