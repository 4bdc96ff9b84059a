import { randomUUID } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import { LeadsService } from '../leads/leads.service.js';
import { captureLead, registerTerms } from '../testing/leads.js';
import { type RunningAnalytics, startAnalytics } from '../testing/running-analytics.js';
import { ViewingService } from '../viewing/viewing.service.js';
import { PeopleRepository } from './people.repository.js';

let analytics: RunningAnalytics;
let app: INestApplicationContext;
let people: PeopleRepository;

beforeAll(async () => {
  analytics = await startAnalytics();
  app = await analytics.replica();
  people = app.get(PeopleRepository);
  await registerTerms(app.get(LeadsService));
});
afterAll(() => analytics?.stop());
beforeEach(() => analytics.owner.query('TRUNCATE analytics.leads, analytics.people'));

const capture = (email: string, ip = '203.0.113.1') => captureLead(app.get(LeadsService), { email, ip });
const play = (leadId: string, ip: string) =>
  app.get(ViewingService).begin(
    {
      watcher: { sessionRef: randomUUID(), leadId, ip, userAgent: null },
      trailer: { id: randomUUID(), durationSeconds: 100, grantedAgoMs: 0 },
    },
    randomUUID(),
  );
const toCheck = async (version: number, limit = 10) =>
  (await people.accessToCheck(version, limit)).map(({ email }) => email);
const set = (id: string, over: { version?: number; blocked?: boolean; networks?: number } = {}) => {
  const { version = 7, blocked = false, networks = 1 } = over;
  return people.setAccess(version, [{ id, blocked, networks }]);
};
const blocked = async () => {
  const rows: { email: string }[] = await analytics.owner.query(
    'SELECT email FROM analytics.people WHERE blocked ORDER BY email',
  );
  return rows.map(({ email }) => email);
};

it('names new people with their networks until they were compared, those who came last first', async () => {
  const ada = await capture('ada@example.org');
  const bob = await capture('bob@example.org');
  expect(await people.accessToCheck(7, 10)).toEqual([
    { id: bob, email: 'bob@example.org', networks: ['203.0.113.0/24'] },
    { id: ada, email: 'ada@example.org', networks: ['203.0.113.0/24'] },
  ]);
  expect(await toCheck(7, 1)).toEqual(['bob@example.org']);
  await set(bob, { blocked: true });
  expect(await toCheck(7)).toEqual(['ada@example.org']);
  await set(ada);
  expect(await toCheck(7)).toEqual([]);
  expect(await blocked()).toEqual(['bob@example.org']);
});

it('names everyone again after a change of blocks, also after a restore to an earlier one', async () => {
  await set(await capture('ada@example.org'));
  expect(await toCheck(7)).toEqual([]);
  expect(await toCheck(8)).toHaveLength(1);
  expect(await toCheck(6)).toHaveLength(1);
});

it('names a person who came from a new network, by the gate or a player', async () => {
  const ada = await capture('ada@example.org');
  await set(ada);
  await capture('ada@example.org');
  await play(ada, '203.0.113.99');
  expect(await toCheck(7)).toEqual([]);
  await capture('ada@example.org', '198.51.100.1');
  expect(await toCheck(7)).toHaveLength(1);
  await set(ada, { networks: 2 });
  expect(await toCheck(7)).toEqual([]);
  await play(ada, '2001:db8::1');
  expect(await toCheck(7)).toHaveLength(1);
});

it('stores no comparison that lacks a network which was added meanwhile', async () => {
  const ada = await capture('ada@example.org');
  await play(ada, '198.51.100.1');
  await set(ada, { blocked: true });
  expect(await blocked()).toEqual([]);
  expect(await toCheck(7)).toHaveLength(1);
});

it('names everyone a day after the last comparison', async () => {
  const ada = await capture('ada@example.org');
  await set(ada);
  const age = (interval: string) =>
    analytics.owner.query(`UPDATE analytics.people SET compared_at = now() - $1::interval`, [interval]);
  await age('23 hours');
  expect(await toCheck(7)).toEqual([]);
  await age('25 hours');
  expect(await toCheck(7)).toHaveLength(1);
});

it('unblocks people', async () => {
  const ada = await capture('ada@example.org');
  await set(ada, { blocked: true });
  await set(ada, { version: 8 });
  expect(await blocked()).toEqual([]);
});
