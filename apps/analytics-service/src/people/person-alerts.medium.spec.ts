import { randomUUID } from 'node:crypto';
import type { PlayedRange, VerifiedBy } from '@secure-preview/contracts';
import { LeadsService } from '../leads/leads.service.js';
import { captureLead, registerTerms } from '../testing/leads.js';
import { type RunningAnalytics, startAnalytics } from '../testing/running-analytics.js';
import { ViewingService } from '../viewing/viewing.service.js';
import { PeopleRepository } from './people.repository.js';

const trailer = { id: randomUUID(), durationSeconds: 100, grantedAgoMs: 600_000 };
let analytics: RunningAnalytics;
let leads: LeadsService;
let viewing: ViewingService;
let people: PeopleRepository;

beforeAll(async () => {
  analytics = await startAnalytics();
  const app = await analytics.replica();
  [leads, viewing, people] = [app.get(LeadsService), app.get(ViewingService), app.get(PeopleRepository)];
  await registerTerms(leads);
});
afterAll(() => analytics?.stop());
beforeEach(() =>
  analytics.owner.query(
    'TRUNCATE analytics.leads, analytics.people, analytics.person_watched, outbox.alerts',
  ),
);

const capture = (email: string, verifiedBy: VerifiedBy = 'code') => captureLead(leads, { email, verifiedBy });
async function begin(leadId: string, watched = trailer) {
  const watcher = { sessionRef: randomUUID(), leadId, ip: '203.0.113.1', userAgent: null };
  const id = await viewing.begin({ watcher, trailer: watched }, randomUUID());
  return (...ranges: PlayedRange[]) =>
    viewing.update(id, watcher.sessionRef, { duration: '0:00', completed: 'false', ranges }, randomUUID());
}
const alerts = () =>
  analytics.owner.query(
    'SELECT kind, person_key AS person, ids, details FROM outbox.alerts ORDER BY created_at',
  );
const kinds = async () => (await alerts()).map(({ kind }: { kind: string }) => kind);

it('reports the first play of a person, and when the person has finished the trailer', async () => {
  const leadId = await capture('ada@example.org');
  const report = await begin(leadId);
  expect(await alerts()).toEqual([]);
  await report([0, 10]);
  const ids = { personId: leadId, leadId, trailerId: trailer.id };
  const details = { name: 'Ada', email: 'ada@example.org', isProved: true, personId: leadId };
  const first = { kind: 'firstPlay', person: leadId, ids, details };
  expect(await alerts()).toEqual([first]);
  await report([10, 89]);
  expect(await kinds()).toEqual(['firstPlay']);
  await report([89, 90]);
  expect(await alerts()).toEqual([first, { ...first, kind: 'finished' }]);
  await report([0, 100]);
  expect(await kinds()).toEqual(['firstPlay', 'finished']);
});

it('counts all visits of a proved address, also at the same time, and every version for itself', async () => {
  const [one, other] = [await capture('ada@example.org'), await capture('ada@example.org')];
  const reports = [await begin(one), await begin(other)];
  await Promise.all(reports.map((report, index) => report([50 * index, 50 * index + 50])));
  expect(await kinds()).toEqual(['firstPlay', 'finished']);
  const newer = { ...trailer, id: randomUUID() };
  const report = await begin(other, newer);
  await report([0, 95]);
  expect(await kinds()).toEqual(['firstPlay', 'finished', 'finished']);
});

it.each(['none', 'link'] as const)('says that an address is not proved by %s', async (verifiedBy) => {
  const report = await begin(await capture('claimed@example.org', verifiedBy));
  await report([0, 1]);
  expect((await alerts())[0]).toMatchObject({ details: { email: 'claimed@example.org', isProved: false } });
});

it('reports no staff', async () => {
  const leadId = await capture('staff@example.org');
  const report = await begin(leadId);
  await people.markStaff(leadId);
  await report([0, 100]);
  expect(await alerts()).toEqual([]);
});

it('stores no report without its alert', async () => {
  const leadId = await capture('ada@example.org');
  const report = await begin(leadId);
  await analytics.owner.query(
    `ALTER TABLE outbox.alerts ADD CONSTRAINT no_first_play CHECK (kind <> 'firstPlay')`,
  );
  await expect(report([0, 10])).rejects.toThrow();
  await analytics.owner.query('ALTER TABLE outbox.alerts DROP CONSTRAINT no_first_play');
  const stored = 'SELECT FROM analytics.person_watched WHERE person_id = $1';
  expect(await analytics.owner.query(stored, [leadId])).toEqual([]);
  await report([0, 10]);
  expect(await kinds()).toEqual(['firstPlay']);
});
