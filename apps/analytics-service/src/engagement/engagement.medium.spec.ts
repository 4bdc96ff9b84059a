import { randomUUID } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import type { PlayedRange, VerifiedBy } from '@secure-preview/contracts';
import { LeadsService } from '../leads/leads.service.js';
import { PeopleRepository } from '../people/people.repository.js';
import { captureLead, registerTerms } from '../testing/leads.js';
import { type RunningAnalytics, startAnalytics } from '../testing/running-analytics.js';
import { ViewingService } from '../viewing/viewing.service.js';
import { EngagementRepository } from './engagement.repository.js';

let analytics: RunningAnalytics;
let app: INestApplicationContext;

beforeAll(async () => {
  analytics = await startAnalytics();
  app = await analytics.replica();
  await registerTerms(app.get(LeadsService));
});
afterAll(() => analytics?.stop());

const versionOf = (durationSeconds: number) => ({
  id: randomUUID(),
  durationSeconds,
  grantedAgoMs: 7_200_000,
});
type Version = ReturnType<typeof versionOf>;

const capture = (email: string, verifiedBy: VerifiedBy = 'code') =>
  captureLead(app.get(LeadsService), { email, verifiedBy });

/** Reports a viewing. @param plays as the page reports them; without, as pages of earlier versions do */
async function watch(leadId: string, trailer: Version, ranges: PlayedRange[], plays?: PlayedRange[]) {
  const watcher = { sessionRef: randomUUID(), leadId, ip: '203.0.113.1', userAgent: null };
  const id = await app.get(ViewingService).begin({ watcher, trailer }, randomUUID());
  const report = { duration: '0:00', completed: 'false' as const, ranges };
  await app
    .get(ViewingService)
    .update(
      id,
      watcher.sessionRef,
      plays ? { ...report, plays: { first: 0, ranges: plays } } : report,
      randomUUID(),
    );
  return id;
}
const startAt = (viewingId: string, at: string) =>
  analytics.owner.query('UPDATE analytics.viewing_sessions SET started_at = $2 WHERE id = $1', [
    viewingId,
    at,
  ]);
/** Moves all viewings of a version to the same day, which may have ended between two of them. */
const startOnOneDay = (version: Version) =>
  analytics.owner.query(
    `UPDATE analytics.viewing_sessions SET started_at = '2026-01-02T12:00:00Z' WHERE trailer_id = $1`,
    [version.id],
  );
const read = (version: Version, timeZone = 'UTC') => app.get(EngagementRepository).read(version.id, timeZone);
const countsOf = async (version: Version, name: 'watching' | 'saw' | 'plays' | 'left') =>
  (await read(version)).buckets.map((bucket) => bucket[name]);

describe('the engagement of a version', () => {
  it('is empty if nobody watched it', async () => {
    const version = versionOf(10);
    await watch(await capture('none@example.org'), version, []);
    expect(await read(version, 'Europe/Berlin')).toEqual({
      trailerId: version.id,
      timeZone: 'Europe/Berlin',
      lengthSeconds: null,
      viewers: 0,
      finished: null,
      reachedEnd: null,
      meanShare: null,
      medianShare: null,
      bucketSeconds: 1,
      buckets: [],
      days: [],
    });
  });

  it('counts people by second: still watching, saw, left', async () => {
    const version = versionOf(10);
    // The whole film; the beginning; beginning and end; the middle.
    await watch(await capture('a@example.org'), version, [[0, 10]]);
    await watch(await capture('b@example.org'), version, [[0, 3.5]]);
    await watch(await capture('c@example.org'), version, [
      [0, 2],
      [7.2, 9.9],
    ]);
    await watch(await capture('d@example.org'), version, [[4, 6]]);
    const engagement = await read(version);
    expect(engagement).toMatchObject({
      lengthSeconds: 10,
      viewers: 4,
      finished: 1,
      reachedEnd: 2,
      bucketSeconds: 1,
    });
    expect(engagement.meanShare).toBeCloseTo((10 + 3.5 + 4.7 + 2) / 4 / 10, 6);
    expect(engagement.medianShare).toBeCloseTo((3.5 + 4.7) / 2 / 10, 6);
    expect(engagement.buckets.map(({ from }) => from)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(await countsOf(version, 'watching')).toEqual([4, 4, 4, 4, 3, 3, 2, 2, 2, 2]);
    expect(await countsOf(version, 'saw')).toEqual([3, 3, 2, 2, 2, 2, 1, 2, 2, 2]);
    expect(await countsOf(version, 'left')).toEqual([0, 0, 0, 1, 0, 1, 0, 0, 0, 0]);
  });

  it('counts a person once in a second of which it saw two parts', async () => {
    const version = versionOf(5);
    await watch(await capture('parts@example.org'), version, [
      [0.1, 0.3],
      [0.5, 1.2],
      [1.4, 2],
      [4.2, 4.5],
      [4.6, 5],
    ]);
    expect(await countsOf(version, 'saw')).toEqual([1, 1, 0, 0, 1]);
  });

  it('counts plays of each second, also what is played again', async () => {
    const version = versionOf(6);
    const plays: PlayedRange[] = [
      [0, 4],
      [2, 5.5],
      [3, 3],
    ];
    await watch(await capture('plays@example.org'), version, [[0, 5.5]], plays);
    await watch(await capture('plays@example.org'), version, [[1, 2]], [[1, 2]]);
    await watch(await capture('earlier@example.org'), version, [
      [0, 1],
      [5, 6],
    ]);
    expect(await countsOf(version, 'plays')).toEqual([2, 2, 2, 2, 1, 2]);
    expect(await countsOf(version, 'saw')).toEqual([2, 1, 1, 1, 1, 2]);
  });

  it('has a person once, with what all its visits watched', async () => {
    const version = versionOf(4);
    await watch(await capture('Twice@example.org'), version, [[0, 2]]);
    await watch(await capture('twice@example.org'), version, [[1, 3]]);
    await watch(await capture('twice@example.org', 'none'), version, [[0, 1]]);
    await startOnOneDay(version);
    expect(await read(version)).toMatchObject({
      viewers: 2,
      days: [{ newViewers: 2, viewings: 3 }],
    });
    expect(await countsOf(version, 'watching')).toEqual([2, 1, 1, 0]);
  });

  it('is that of this version only', async () => {
    const [version, other] = [versionOf(3), versionOf(3)];
    const leadId = await capture('versions@example.org');
    await watch(leadId, version, [[0, 1]], [[0, 1]]);
    await watch(leadId, other, [[0, 3]], [[0, 3]]);
    expect(await countsOf(version, 'watching')).toEqual([1, 0, 0]);
    expect(await countsOf(version, 'plays')).toEqual([1, 0, 0]);
    expect(await countsOf(other, 'plays')).toEqual([1, 1, 1]);
  });

  it('has no staff', async () => {
    const version = versionOf(3);
    const staff = await capture('staff@example.org');
    await watch(staff, version, [[0, 3]], [[0, 3]]);
    await watch(await capture('guest@example.org'), version, [[0, 1]], [[0, 1]]);
    await app.get(PeopleRepository).markStaff(staff);
    await startOnOneDay(version);
    expect(await read(version)).toMatchObject({
      viewers: 1,
      finished: 0,
      buckets: [
        { watching: 1, saw: 1, plays: 1, left: 1 },
        { watching: 0, saw: 0, plays: 0, left: 0 },
        { watching: 0, saw: 0, plays: 0, left: 0 },
      ],
      days: [{ newViewers: 1, viewings: 1 }],
    });
  });

  it('ends at the furthest second if the length is unknown', async () => {
    const version = versionOf(0);
    await watch(await capture('unknown@example.org'), version, [[0, 2.7]]);
    await watch(await capture('unknown2@example.org'), version, [[0, 1]]);
    expect(await read(version)).toMatchObject({
      lengthSeconds: null,
      viewers: 2,
      finished: null,
      reachedEnd: null,
      meanShare: null,
      medianShare: null,
    });
    expect(await countsOf(version, 'watching')).toEqual([2, 1, 1]);
    expect(await countsOf(version, 'left')).toEqual([1, 0, 1]);
  });

  it('has at most 600 buckets of whole seconds', async () => {
    const version = versionOf(3600.4);
    await watch(await capture('long@example.org'), version, [
      [0, 9],
      [11, 12],
      [3595, 3600.4],
    ]);
    const { bucketSeconds, buckets, reachedEnd } = await read(version);
    expect([bucketSeconds, buckets.length, buckets[599]?.from, reachedEnd]).toEqual([6, 600, 3594, 1]);
    const saw = buckets.flatMap(({ from, saw }) => (saw > 0 ? [from] : []));
    expect(saw).toEqual([0, 6, 3594]);
  });
});

describe('the days', () => {
  it('begin at midnight in the time zone, also when clocks change', async () => {
    const version = versionOf(10);
    const [first, second] = [await capture('days1@example.org'), await capture('days2@example.org')];
    const view = async (leadId: string, at: string) =>
      startAt(await watch(leadId, version, [[0, 1]], [[0, 1]]), at);
    // In Berlin clocks go from 02:00 to 03:00 on 2026-03-29: UTC+1 before, UTC+2 after.
    await view(first, '2026-03-28T22:59:59Z');
    await view(first, '2026-03-28T23:00:00Z');
    await view(second, '2026-03-29T21:59:59Z');
    await view(second, '2026-03-29T22:00:00Z');
    await view(second, '2026-03-31T12:00:00Z');
    expect((await read(version, 'Europe/Berlin')).days).toEqual([
      { day: '2026-03-28', newViewers: 1, viewings: 1 },
      { day: '2026-03-29', newViewers: 1, viewings: 2 },
      { day: '2026-03-30', newViewers: 0, viewings: 1 },
      { day: '2026-03-31', newViewers: 0, viewings: 1 },
    ]);
    expect((await read(version, 'UTC')).days).toEqual([
      { day: '2026-03-28', newViewers: 1, viewings: 2 },
      { day: '2026-03-29', newViewers: 1, viewings: 2 },
      { day: '2026-03-31', newViewers: 0, viewings: 1 },
    ]);
  });

  it('have no viewings that played nothing', async () => {
    const version = versionOf(10);
    const leadId = await capture('nothing@example.org');
    await startAt(await watch(leadId, version, []), '2026-01-01T12:00:00Z');
    await startAt(await watch(leadId, version, [[0, 1]]), '2026-01-02T12:00:00Z');
    expect((await read(version)).days).toEqual([{ day: '2026-01-02', newViewers: 1, viewings: 1 }]);
  });

  it('are in UTC if Postgres does not know the time zone', async () => {
    const version = versionOf(10);
    await watch(await capture('zone@example.org'), version, [[0, 1]]);
    expect(await read(version, 'Mars/Olympus')).toMatchObject({ timeZone: 'UTC', days: [{ viewings: 1 }] });
  });
});
