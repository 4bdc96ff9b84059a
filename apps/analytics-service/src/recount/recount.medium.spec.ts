import { createHash, randomUUID } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import type { PlayedRange } from '@secure-preview/contracts';
import { createLogger, metricsText } from '@secure-preview/service-kit';
import { sumOf } from '@secure-preview/testing';
import { DataSource } from 'typeorm';
import { DeliveriesService } from '../deliveries/deliveries.service.js';
import { LeadsService } from '../leads/leads.service.js';
import { PeopleRepository } from '../people/people.repository.js';
import { runCommand } from '../testing/run-command.js';
import { type RunningAnalytics, startAnalytics } from '../testing/running-analytics.js';
import { ViewingService } from '../viewing/viewing.service.js';
import { PeopleCatchUpService } from './people-catch-up.service.js';
import { summaryChecks } from './recount.queries.js';
import { RecountRepository } from './recount.repository.js';

const TEXT = 'I accept.';
const termsSha256 = createHash('sha256').update(TEXT).digest('hex');
const trailer = { id: randomUUID(), durationSeconds: 100, grantedAgoMs: 600_000 };
let analytics: RunningAnalytics;
let app: INestApplicationContext;
let recounts: RecountRepository;

beforeAll(async () => {
  analytics = await startAnalytics();
  app = await analytics.replica();
  recounts = new RecountRepository(app.get(DataSource));
  await app.get(LeadsService).registerTerms(termsSha256, '2025-10', TEXT);
  for (const email of ['ada@example.org', 'bob@example.org']) {
    for (let visit = 0; visit < 2; visit++) await watch(await capture(email), visit * 20);
  }
  const staff = await capture('ada@example.org');
  await watch(staff, 60);
  await app.get(PeopleRepository).markStaff(staff);
  await watch(await capture('claimed@example.org', 'none'), 0);
});
afterAll(() => analytics?.stop());

const capture = (email: string, verifiedBy: 'none' | 'code' = 'code', ip = '203.0.113.1') =>
  app.get(LeadsService).capture(
    {
      name: 'Ada',
      email,
      verifiedBy,
      ip,
      userAgent: null,
      sessionRef: randomUUID(),
      termsSha256,
      invitationId: null,
    },
    randomUUID(),
  );

/** Plays ten seconds from `start` twice, in two quick reports, and receives them. */
async function watch(leadId: string, start: number): Promise<void> {
  const watcher = { sessionRef: randomUUID(), leadId, ip: '203.0.113.1', userAgent: null };
  const viewing = app.get(ViewingService);
  const id = await viewing.begin({ watcher, trailer }, randomUUID());
  const report = (plays: PlayedRange[]) =>
    viewing.update(
      id,
      watcher.sessionRef,
      { duration: '0:10', completed: 'false', ranges: plays, plays: { first: 0, ranges: plays } },
      randomUUID(),
    );
  await report([[start, start + 5.5]]);
  await report([
    [start, start + 10],
    [start, start + 10],
  ]);
  const { sessionRef } = watcher;
  // Segments may go to another network than that of the player.
  const ip = '198.51.100.7';
  const sent = { agoMs: 0, sessionRef, leadId, ip, trailerId: trailer.id, trailerSeconds: 100, whole: true };
  const segment = {
    renditionId: randomUUID(),
    kind: 'video' as const,
    position: 1,
    from: start,
    to: start + 10,
  };
  await app.get(DeliveriesService).record([{ ...sent, ...segment }], randomUUID());
}

const portal = async (...args: string[]) => {
  const outcome = await runCommand(['recount', ...args], { DATABASE_URL: analytics.database.appUrl });
  return { ...outcome, stdout: outcome.stdout.toString() };
};
/** Reads all summaries, to compare them later. */
const summaries = () =>
  Promise.all(
    ['viewing_summaries', 'watched_summaries', 'people', 'person_watched', 'delivery_summaries'].map(
      (table) =>
        analytics.owner.query(
          `SELECT to_jsonb(t) - '{networks,last_at,last_seen_at,compared_at,compared_networks,blocks_version}'::text[] AS row
           FROM analytics.${table} t ORDER BY 1`,
        ),
    ),
  );

it('finds no difference in what the service has counted', async () => {
  const { code, stdout } = await portal();
  expect(stdout).toBe(
    'viewings: 6 compared, 0 differ\nwatched time of leads: 6 compared, 0 differ\npeople: 3 compared, 0 differ\n' +
      'last visits of people: 3 compared, 0 differ\n' +
      'watched time of people: 3 compared, 0 differ\nsent time of leads: 6 compared, 0 differ\n' +
      'access of people, compared by gateways: 3 compared, 0 differ\n',
  );
  expect(code).toBe(0);
});

it.each([
  [`UPDATE analytics.viewing_summaries SET ranges = '[[0, 99]]'`, 'viewings: 6 compared, 6 differ'],
  [`UPDATE analytics.viewing_summaries SET watched_seconds = 3`, 'viewings: 6 compared, 6 differ'],
  [`UPDATE analytics.viewing_summaries SET plays_to[2] = plays_to[2] + 1`, 'viewings: 6 compared, 6 differ'],
  [`UPDATE analytics.watched_summaries SET ranges = '[]'`, 'watched time of leads: 6 compared, 6 differ'],
  [
    `UPDATE analytics.watched_summaries SET played_seconds = 99`,
    'watched time of leads: 6 compared, 6 differ',
  ],
  [`UPDATE analytics.watched_summaries SET play_count = 0`, 'watched time of leads: 6 compared, 6 differ'],
  [`UPDATE analytics.watched_summaries SET range_count = 9`, 'watched time of leads: 6 compared, 6 differ'],
  [`UPDATE analytics.people SET visits = visits + 1`, 'people: 3 compared, 3 differ'],
  [`UPDATE analytics.people SET first_at = first_at - interval '1 day'`, 'people: 3 compared, 3 differ'],
  [
    `UPDATE analytics.people SET last_at = last_at - interval '1 day'`,
    'last visits of people: 3 compared, 3 differ',
  ],
  [
    `UPDATE analytics.people SET last_at = last_at + interval '1 day'`,
    'last visits of people: 3 compared, 3 differ',
  ],
  [`UPDATE analytics.people SET networks = '{}'`, 'last visits of people: 3 compared, 3 differ'],
  [
    `UPDATE analytics.people SET networks = networks || '{192.0.2.0/24}'`,
    'last visits of people: 3 compared, 3 differ',
  ],
  [`DELETE FROM analytics.people`, 'people: 0 compared, 3 differ'],
  [`DELETE FROM analytics.person_watched`, 'watched time of people: 0 compared, 3 differ'],
  [
    `UPDATE analytics.person_watched SET played = played + '{[90000,91000)}'`,
    'watched time of people: 3 compared, 3 differ',
  ],
  [`UPDATE analytics.delivery_summaries SET played = '{}'`, 'sent time of leads: 6 compared, 6 differ'],
])('finds and repairs %s', async (damage, found) => {
  const before = await summaries();
  await analytics.owner.query(damage);
  const { code, stdout, stderr } = await portal();
  expect(stdout).toContain(found);
  expect(stderr).toContain('portal recount --repair');
  expect(code).toBe(1);
  expect((await portal('--repair')).code).toBe(0);
  expect((await portal()).code).toBe(0);
  expect(await summaries()).toEqual(before);
});

it('finds people whose access was not compared for two days, and has everyone compared again', async () => {
  const people = app.get(PeopleRepository);
  const compare = async () =>
    people.setAccess(
      7,
      (await people.accessToCheck(7, 10)).map(({ id, networks }) => ({
        id,
        blocked: false,
        networks: networks.length,
      })),
    );
  await compare();
  await analytics.owner.query(
    `UPDATE analytics.people SET compared_at = now() - interval '3 days' WHERE proved_key IS NULL`,
  );
  const { code, stdout } = await portal();
  expect(stdout).toContain('access of people, compared by gateways: 3 compared, 1 differ');
  expect(code).toBe(1);
  expect((await portal('--repair')).code).toBe(0);
  expect(await people.accessToCheck(7, 10)).toHaveLength(3);
  await compare();
  expect((await portal()).code).toBe(0);
});

it('loses no report that is stored meanwhile', async () => {
  for (let round = 0; round < 8; round++) {
    const email = `eve${round}@example.org`;
    const leadId = await capture(email);
    await analytics.owner.query('DELETE FROM analytics.person_watched');
    await Promise.all([
      ...Array.from({ length: 6 }, (_, n) => watch(leadId, n * 15)),
      recounts.repair(summaryChecks),
      capture(email),
      recounts.repair(summaryChecks),
    ]);
  }
  expect(await Promise.all(summaryChecks.map((check) => recounts.compare(check)))).toEqual(
    summaryChecks.map(({ name }) => expect.objectContaining({ name, differing: 0 })),
  );
});

describe('the hourly comparison', () => {
  const people = () => analytics.owner.query('SELECT id, networks, visits FROM analytics.people ORDER BY id');
  const run = async () => {
    const lines: string[] = [];
    const destination = { write: (line: string) => lines.push(line) };
    const log = createLogger({ service: 'analytics-test', level: 'warn', destination });
    await new PeopleCatchUpService(recounts, log).run();
    return lines.map((line) => JSON.parse(line));
  };
  const repairedPeople = async () =>
    sumOf(await metricsText(), 'portal_summaries_repaired_total', { summary: 'people' }) ?? 0;

  it('adds the people of leads that an earlier version stored, and reports it', async () => {
    const before = [await summaries(), await people()];
    await analytics.owner.query('DELETE FROM analytics.people; DELETE FROM analytics.person_watched');
    const counted = await repairedPeople();
    expect(await run()).toMatchObject([{ repaired: [{ name: 'people' }, {}, {}] }]);
    expect([await summaries(), await people()]).toEqual(before);
    expect(await repairedPeople()).toBe(counted + before[1].length);
  });

  it('reports nothing if nothing differs', async () => {
    expect(await run()).toEqual([]);
  });
});

it('derives networks as the service counts them, in the order of their first use', async () => {
  const email = 'grace@example.org';
  const addresses = [
    '198.51.100.7',
    '::ffff:192.0.2.4',
    '127.0.0.9',
    '::1',
    '2001:db8::1',
    '2001:db8:00ff:a::1',
    'fe80::1%eth0',
    '198.51.100.9',
  ];
  for (const ip of addresses) await capture(email, 'code', ip);
  const check = () => Promise.all(summaryChecks.map((summary) => recounts.compare(summary)));
  expect((await check()).filter(({ differing }) => differing > 0)).toEqual([]);
  await analytics.owner.query(`UPDATE analytics.people SET networks = '{}' WHERE email = $1`, [email]);
  expect((await check()).filter(({ differing }) => differing > 0)).toMatchObject([
    { name: 'last visits of people', differing: 1 },
  ]);
  await recounts.repair(summaryChecks);
  expect(
    await analytics.owner.query('SELECT networks FROM analytics.people WHERE email = $1', [email]),
  ).toEqual([
    { networks: ['198.51.100.0/24', '192.0.2.0/24', '2001:db8:0::/48', '2001:db8:ff::/48', 'fe80:0:0::/48'] },
  ]);
});

it('finds no difference in a person who is only staff, and still starts players', async () => {
  const leadId = await capture('staff@example.org');
  await app.get(PeopleRepository).markStaff(leadId);
  await watch(leadId, 0);
  expect(await Promise.all(summaryChecks.map((check) => recounts.compare(check)))).toEqual(
    summaryChecks.map(({ name }) => expect.objectContaining({ name, differing: 0 })),
  );
});

it('counts the smallest ranges within the clock, for the visit and for its person', async () => {
  const startedAt = performance.now();
  const leadId = await capture('mallory@example.org');
  const watcher = { sessionRef: randomUUID(), leadId, ip: '203.0.113.1', userAgent: null };
  const viewing = app.get(ViewingService);
  const granted = { ...trailer, grantedAgoMs: 0 };
  const id = await viewing.begin({ watcher, trailer: granted }, randomUUID());
  // Longer and longer ranges beside the earlier ones: 39 seconds in all.
  for (let ms = 1, from = 0; ms <= 12; from += ms + 1, ms++) {
    const ranges = Array.from({ length: 500 }, (_, i): PlayedRange => {
      const start = i * 0.2 + from / 1000;
      return [start, start + ms / 1000];
    });
    await viewing.update(
      id,
      watcher.sessionRef,
      { duration: '0:00', completed: 'false', ranges },
      randomUUID(),
    );
  }
  const [watched] = await analytics.owner.query(
    `SELECT w.watched_seconds AS visit, p.watched_seconds AS person
     FROM analytics.watched_summaries w JOIN analytics.person_watched p ON p.person_id = w.lead_id
     WHERE w.lead_id = $1`,
    [leadId],
  );
  expect(watched.visit).toBe(0.5);
  expect(watched.person).toBe(watched.visit);
  expect(watched.person).toBeLessThanOrEqual((performance.now() - startedAt) / 1000 + 5);
  expect(await Promise.all(summaryChecks.map((check) => recounts.compare(check)))).toEqual(
    summaryChecks.map(({ name }) => expect.objectContaining({ name, differing: 0 })),
  );
});
