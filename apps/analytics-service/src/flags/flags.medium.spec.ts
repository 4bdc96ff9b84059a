import { randomUUID } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import { type FlagFacts, MAX_FLAGS_OF_PERSON, type VerifiedBy } from '@secure-preview/contracts';
import { LeadsService } from '../leads/leads.service.js';
import { PeopleRepository } from '../people/people.repository.js';
import { storeFlag } from '../testing/flags.js';
import { captureLead, registerTerms } from '../testing/leads.js';
import { type RunningAnalytics, startAnalytics } from '../testing/running-analytics.js';
import { FlagRepository } from './flag.repository.js';

let analytics: RunningAnalytics;
let app: INestApplicationContext;
let flags: FlagRepository;

beforeAll(async () => {
  analytics = await startAnalytics();
  app = await analytics.replica();
  flags = app.get(FlagRepository);
  await registerTerms(app.get(LeadsService));
});
afterAll(() => analytics?.stop());
beforeEach(() =>
  analytics.owner.query('TRUNCATE analytics.leads, analytics.people, analytics.staff_leads, analytics.flags'),
);

const capture = (email = 'ada@example.org', verifiedBy: VerifiedBy = 'code') =>
  captureLead(app.get(LeadsService), { email, verifiedBy });
const watermark: FlagFacts = { kind: 'watermark', times: 3 };
const noPlayer: FlagFacts = { kind: 'noPlayer', deliveredSeconds: 50, elapsedSeconds: 70 };
const store = (leadId: string, facts: FlagFacts = watermark, trailerId: string | null = null) =>
  storeFlag(analytics.owner, { leadId, facts, trailerId });
const idsOf = async (leadId: string) => (await flags.ofPerson(leadId)).flags.map(({ id }) => id);

describe('the flags of a person', () => {
  it('are those of all visits, found by any of them: those that count first, then newest first', async () => {
    const [first, second, other] = [await capture(), await capture(), await capture('bob@example.org')];
    const trailerId = randomUUID();
    const oldest = await store(first);
    const newest = await store(second, noPlayer, trailerId);
    const dismissed = await store(second);
    await store(other);
    await flags.dismiss(dismissed, true);
    for (const id of [first, second]) expect(await idsOf(id)).toEqual([newest, oldest, dismissed]);
    const [flag] = (await flags.ofPerson(first)).flags;
    expect(flag).toEqual({
      id: newest,
      leadId: second,
      trailerId,
      facts: noPlayer,
      at: expect.any(String),
      dismissedAt: null,
      dismissedByName: null,
      blockedAt: null,
    });
    expect(Math.abs(Date.parse(flag?.at ?? '') - Date.now())).toBeLessThan(60_000);
  });

  it('of a claimed address are those of its one visit', async () => {
    const [claimed, proved] = [await capture(undefined, 'none'), await capture()];
    const [flag, ofProved] = [await store(claimed), await store(proved)];
    expect([await idsOf(claimed), await idsOf(proved)]).toEqual([[flag], [ofProved]]);
  });

  it('are without those of visits that have become staff', async () => {
    const [staff, viewer] = [await capture(), await capture()];
    await store(staff);
    const flag = await store(viewer);
    await app.get(PeopleRepository).markStaff(staff);
    expect(await idsOf(viewer)).toEqual([flag]);
    expect(await flags.kindsOfLeads([staff, viewer])).toEqual([{ leadId: viewer, kinds: ['watermark'] }]);
  });

  it('are at most as many as fit into an answer, which says how many are left out', async () => {
    const leadId = await capture();
    for (let n = 0; n < MAX_FLAGS_OF_PERSON; n++) await store(leadId, noPlayer, randomUUID());
    expect(await flags.ofPerson(leadId)).not.toHaveProperty('omitted');
    for (let n = 0; n < 2; n++) await store(leadId, noPlayer, randomUUID());
    const found = await flags.ofPerson(leadId);
    expect(found).toMatchObject({ omitted: 2 });
    expect(found.flags).toHaveLength(MAX_FLAGS_OF_PERSON);
  });

  it('of an unknown person are none', async () => {
    expect(await flags.ofPerson(randomUUID())).toEqual({ flags: [] });
  });
});

it('gives the kinds of flags that count, each once', async () => {
  const [several, dismissed, none] = [await capture(), await capture(), await capture()];
  for (const trailerId of [randomUUID(), randomUUID()]) await store(several, noPlayer, trailerId);
  await store(several);
  await flags.dismiss(await store(dismissed), true);
  expect(await flags.kindsOfLeads([several, dismissed, none])).toEqual([
    { leadId: several, kinds: ['noPlayer', 'watermark'] },
  ]);
});

describe('a dismissed flag', () => {
  it('stays with the time and the author of its first dismissal until it counts again', async () => {
    const leadId = await capture();
    const id = await store(leadId);
    const dismissal = async () => {
      const [flag] = (await flags.ofPerson(leadId)).flags;
      return [flag?.dismissedAt, flag?.dismissedByName];
    };
    expect(await flags.dismiss(id, true, 'Ada')).toBe(true);
    const first = await dismissal();
    expect(first).toEqual([expect.any(String), 'Ada']);
    await flags.dismiss(id, true, 'Bob');
    expect(await dismissal()).toEqual(first);
    await flags.dismiss(id, false, 'Bob');
    expect(await dismissal()).toEqual([null, null]);
    await flags.dismiss(id, true);
    expect(await dismissal()).toEqual([expect.any(String), null]);
  });

  it('must exist', async () => {
    expect(await flags.dismiss(randomUUID(), true)).toBe(false);
  });
});
