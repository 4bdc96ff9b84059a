import { createHash, randomUUID } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import type { PlayedRange, VerifiedBy } from '@secure-preview/contracts';
import { until } from '@secure-preview/testing';
import { DeliveriesService } from '../deliveries/deliveries.service.js';
import { LeadsService } from '../leads/leads.service.js';
import { type RunningAnalytics, startAnalytics } from '../testing/running-analytics.js';
import { ViewingService } from '../viewing/viewing.service.js';
import { PeopleRepository } from './people.repository.js';
import { insertStaffLead } from './person-rebuild.queries.js';

const TEXT = 'I accept.';
const termsSha256 = createHash('sha256').update(TEXT).digest('hex');
const trailer = { id: randomUUID(), durationSeconds: 100, grantedAgoMs: 600_000 };
let analytics: RunningAnalytics;
let replicas: INestApplicationContext[];

beforeAll(async () => {
  analytics = await startAnalytics();
  replicas = [await analytics.replica(), await analytics.replica()];
  await of(LeadsService).registerTerms(termsSha256, '2025-10', TEXT);
});
afterAll(() => analytics?.stop());
beforeEach(() =>
  analytics.owner.query(
    `TRUNCATE analytics.leads, analytics.people, analytics.person_watched, analytics.staff_leads,
              analytics.watched_summaries, analytics.delivery_summaries`,
  ),
);

/** Returns a service of one of the replicas. */
const of = <T>(service: new (...args: never[]) => T, index = 0): T =>
  (replicas[index % 2] as INestApplicationContext).get<T>(service);

interface Visit {
  name?: string;
  email?: string;
  verifiedBy?: VerifiedBy;
  ip?: string;
}
const capture = (
  { name = 'Ada', email = 'ada@example.org', verifiedBy = 'code', ip = '203.0.113.1' }: Visit = {},
  commandId = randomUUID(),
  index = 0,
) =>
  of(LeadsService, index).capture(
    {
      name,
      email,
      ip,
      verifiedBy,
      userAgent: null,
      sessionRef: randomUUID(),
      termsSha256,
      invitationId: null,
    },
    commandId,
  );
const begin = async (leadId: string, { ip = '203.0.113.1', of: watched = trailer } = {}) => {
  const watcher = { sessionRef: randomUUID(), leadId, ip, userAgent: null };
  const id = await of(ViewingService).begin({ watcher, trailer: watched }, randomUUID());
  return (ranges: PlayedRange[], index = 0) =>
    of(ViewingService, index).update(
      id,
      watcher.sessionRef,
      { duration: '0:00', completed: 'false', ranges },
      randomUUID(),
    );
};
/** Records segments that were sent to leads a number of milliseconds ago. */
const send = (leads: Record<string, number>, { ip = '203.0.113.1', index = 0 } = {}) => {
  const sent = { ip, trailerId: trailer.id, trailerSeconds: 100, kind: 'video' as const, whole: true };
  return of(DeliveriesService, index).record(
    Object.entries(leads).map(([leadId, agoMs]) => ({
      ...sent,
      leadId,
      agoMs,
      sessionRef: randomUUID(),
      renditionId: randomUUID(),
      position: 1,
      from: 0,
      to: 4,
    })),
    randomUUID(),
  );
};
/** Returns whether the last activity of each person is the last one in a table. */
const lastIs = async (column: string, table: string) =>
  (
    await analytics.owner.query(
      `SELECT p.last_at = (SELECT max(${column}) FROM analytics.${table}) AS same FROM analytics.people p`,
    )
  ).map(({ same }: { same: boolean }) => same);
const people = () =>
  analytics.owner.query(
    `SELECT p.id, p.name, p.email, p.verified_by, p.visits, p.networks, p.first_at < p.last_at AS "hasReturned",
            w.watched_seconds AS seconds, w.watched_share AS share
     FROM analytics.people p LEFT JOIN analytics.person_watched w ON w.person_id = p.id AND w.trailer_id = $1
     ORDER BY p.first_at`,
    [trailer.id],
  );

describe('a person', () => {
  it('is a proved address with all its visits, and has the name of the last one', async () => {
    const id = await capture({ email: 'Ada@Example.org' });
    await capture({ name: 'Ada L.', verifiedBy: 'invitation', ip: '198.51.100.7' });
    await capture({ name: 'Bob', email: 'bob@example.org' });
    expect(await people()).toMatchObject([
      {
        id,
        name: 'Ada L.',
        email: 'ada@example.org',
        verified_by: 'invitation',
        visits: 2,
        networks: ['203.0.113.0/24', '198.51.100.0/24'],
        hasReturned: true,
      },
      { name: 'Bob', visits: 1 },
    ]);
  });

  it('is a single visit if its address is only claimed', async () => {
    await capture();
    await capture({ verifiedBy: 'none' });
    await capture({ verifiedBy: 'link' });
    expect(await people()).toMatchObject([{ visits: 1 }, { visits: 1 }, { visits: 1 }]);
  });

  it('has each visit once, however often and from wherever it is stored', async () => {
    const commandId = randomUUID();
    await Promise.all(Array.from({ length: 5 }, (_, index) => capture({}, commandId, index)));
    await Promise.all(Array.from({ length: 20 }, (_, index) => capture({}, randomUUID(), index)));
    expect(await people()).toMatchObject([{ visits: 21, networks: ['203.0.113.0/24'] }]);
  });

  it('has the networks of its players, and none for addresses of this machine', async () => {
    const leadId = await capture({ ip: '::1' });
    expect(await people()).toMatchObject([{ networks: [], hasReturned: false }]);
    await begin(leadId, { ip: '2001:db8:1:2::3' });
    await begin(leadId, { ip: '2001:db8:1:3::4' });
    expect(await people()).toMatchObject([{ networks: ['2001:db8:1::/48'], hasReturned: true }]);
  });

  it('was last seen when a player last reported, or a segment was sent, to the minute', async () => {
    const select = () => analytics.owner.query('SELECT last_at FROM analytics.people');
    const age = () =>
      analytics.owner.query(`UPDATE analytics.people SET last_at = last_at - interval '2 minutes'`);
    const leadId = await capture();
    const report = await begin(leadId);
    await age();
    await report([[0, 10]]);
    expect(await lastIs('last_seen_at', 'watched_summaries')).toEqual([true]);
    await send({ [leadId]: 60_000 });
    expect(await lastIs('last_seen_at', 'watched_summaries')).toEqual([true]);
    await age();
    await send({ [leadId]: 0 });
    expect(await lastIs('last_at', 'delivery_summaries')).toEqual([true]);
    const within = await select();
    await report([[10, 15]]);
    await send({ [leadId]: 0 });
    expect(await select()).toEqual(within);
    await of(PeopleRepository).markStaff(leadId);
    await age();
    const before = await select();
    await report([[15, 20]]);
    await send({ [leadId]: 0 });
    expect(await select()).toEqual(before);
  });

  it('is updated by deliveries, reports and comparisons at once', async () => {
    const leads: string[] = [];
    for (let n = 0; n < 8; n++) leads.push(await capture({ email: `n${n}@example.org`, ip: '::1' }));
    const reports = await Promise.all(leads.map((leadId) => begin(leadId, { ip: '::1' })));
    for (let round = 0; round < 5; round++) {
      const sent = (order: string[]) => Object.fromEntries(order.map((leadId) => [leadId, 0]));
      const compared = leads.toReversed().map((id) => ({ id, blocked: false, networks: 0 }));
      await Promise.all([
        send(sent(leads), { index: 0, ip: '::1' }),
        send(sent(leads.toReversed()), { index: 1, ip: '::1' }),
        of(PeopleRepository).setAccess(round, compared),
        of(PeopleRepository, 1).setAccess(round, compared.toReversed()),
        ...reports.map((report, n) => report([[round, round + 1]], n)),
      ]);
    }
    expect(await people()).toHaveLength(8);
    await expect(of(PeopleRepository).accessToCheck(4, 10)).resolves.toEqual([]);
  });

  it('has the networks to which segments were sent, each once', async () => {
    const leadId = await capture();
    await send({ [leadId]: 0 });
    await send({ [leadId]: 0 }, { ip: '198.51.100.7' });
    await send({ [leadId]: 0 }, { ip: '198.51.100.8' });
    await send({ [leadId]: 0 }, { ip: '127.0.0.1' });
    expect(await people()).toMatchObject([{ networks: ['203.0.113.0/24', '198.51.100.0/24'] }]);
  });

  it('watched what any of its visits watched; repeats count once', async () => {
    const first = await begin(await capture());
    const second = await begin(await capture());
    await first([[0, 30]]);
    await second([
      [20, 40],
      [90, 100],
    ]);
    await first([[0, 30]]);
    expect(await people()).toMatchObject([{ seconds: 50, share: 0.5 }]);
  });

  it('watched each version separately', async () => {
    const leadId = await capture();
    const other = { id: randomUUID(), durationSeconds: 0, grantedAgoMs: 600_000 };
    await (await begin(leadId))([[0, 10]]);
    await (await begin(leadId, { of: other }))([[0, 20]]);
    expect(await people()).toMatchObject([{ seconds: 10, share: 0.1 }]);
    const [watched] = await analytics.owner.query(
      'SELECT watched_seconds, watched_share FROM analytics.person_watched WHERE trailer_id = $1',
      [other.id],
    );
    expect(watched).toEqual({ watched_seconds: 20, watched_share: null });
  });
});

describe('a visit that becomes staff', () => {
  const markStaff = (leadId: string, index = 0) => of(PeopleRepository, index).markStaff(leadId);
  const isReportWaiting = async () =>
    (await analytics.owner.query('SELECT FROM pg_locks WHERE NOT granted')).length > 0;

  it('is taken out of all figures of its person', async () => {
    const staff = await capture();
    const viewer = await capture();
    await (await begin(staff))([[0, 30]]);
    await (await begin(viewer))([[50, 60]]);
    expect(await people()).toMatchObject([{ visits: 2, seconds: 40 }]);
    await markStaff(staff);
    await markStaff(staff);
    expect(await people()).toMatchObject([{ visits: 1, seconds: 10 }]);
    await markStaff(viewer);
    expect(await people()).toMatchObject([{ visits: 0, seconds: null }]);
  });

  it('counts nothing that is reported later', async () => {
    const leadId = await capture({ verifiedBy: 'none' });
    const report = await begin(leadId);
    await report([[0, 10]]);
    await markStaff(leadId);
    await report([[0, 20]]);
    expect(await people()).toMatchObject([{ visits: 0, seconds: null }]);
  });

  it('counts nothing that is reported meanwhile, and no other visit less', async () => {
    for (let round = 0; round < 5; round++) {
      const email = `round${round}@example.org`;
      const [staff, viewer] = [await capture({ email }), await capture({ email })];
      const [ofStaff, ofViewer] = [await begin(staff), await begin(viewer)];
      await Promise.all([
        ...Array.from({ length: 4 }, (_, n) => ofStaff([[n * 5, n * 5 + 5]], n)),
        markStaff(staff, round),
        ...Array.from({ length: 4 }, (_, n) => ofViewer([[50 + n, 51 + n]], n)),
        capture({ email }),
      ]);
    }
    expect(await people()).toMatchObject(
      Array.from({ length: 5 }, () => expect.objectContaining({ visits: 2, seconds: 4 })),
    );
  });

  it('counts nothing of a report that waits until it is marked', async () => {
    const leadId = await capture({ verifiedBy: 'none' });
    const report = await begin(leadId);
    // In an object, because a returned promise would be awaited before the transaction ends.
    const { reported } = await analytics.owner.transaction(async (db) => {
      await insertStaffLead(db, leadId);
      const reported = report([[0, 10]]);
      await until(isReportWaiting, { what: 'the report to wait' });
      return { reported };
    });
    await reported;
    expect(await people()).toMatchObject([{ seconds: null }]);
    expect(await analytics.owner.query('SELECT watched_seconds FROM analytics.watched_summaries')).toEqual([
      { watched_seconds: 10 },
    ]);
  });

  it('may be one of many, of which some are known', async () => {
    const [first, second, viewer] = [await capture(), await capture(), await capture()];
    await (await begin(second))([[0, 30]]);
    await (await begin(viewer))([[50, 60]]);
    await markStaff(first);
    expect(await of(PeopleRepository).markAllStaff([first, second])).toBe(1);
    expect(await of(PeopleRepository).markAllStaff([first, second])).toBe(0);
    expect(await of(PeopleRepository).markAllStaff([])).toBe(0);
    expect(await people()).toMatchObject([{ visits: 1, seconds: 10 }]);
  });

  it('may be unknown', async () => {
    await markStaff(randomUUID());
    expect(await people()).toEqual([]);
  });
});
