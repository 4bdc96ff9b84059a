import { createHash, randomUUID } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import { AppError, type PlayedRange, personLimits, type VerifiedBy } from '@secure-preview/contracts';
import { DeliveriesService } from '../deliveries/deliveries.service.js';
import { LeadsService } from '../leads/leads.service.js';
import { PeopleRepository } from '../people/people.repository.js';
import { type RunningAnalytics, startAnalytics } from '../testing/running-analytics.js';
import { ViewingService } from '../viewing/viewing.service.js';
import { PersonService } from './person.service.js';

const TEXT = 'I accept.';
const termsSha256 = createHash('sha256').update(TEXT).digest('hex');
const newTrailer = (durationSeconds = 100) => ({ id: randomUUID(), durationSeconds, grantedAgoMs: 600_000 });
const trailer = newTrailer();
let analytics: RunningAnalytics;
let app: INestApplicationContext;

beforeAll(async () => {
  analytics = await startAnalytics();
  app = await analytics.replica();
  await app.get(LeadsService).registerTerms(termsSha256, '2025-10', TEXT);
});
afterAll(() => analytics?.stop());
beforeEach(() =>
  analytics.owner.query(
    'TRUNCATE analytics.leads, analytics.people, analytics.person_watched, analytics.staff_leads',
  ),
);

interface Visit {
  name?: string;
  email?: string;
  verifiedBy?: VerifiedBy;
  ip?: string;
  userAgent?: string | null;
}
const capture = ({
  name = 'Ada',
  email = 'ada@example.org',
  verifiedBy = 'code',
  ip = '203.0.113.1',
  userAgent = null,
}: Visit = {}) =>
  app
    .get(LeadsService)
    .capture(
      { name, email, ip, verifiedBy, userAgent, sessionRef: randomUUID(), termsSha256, invitationId: null },
      randomUUID(),
    );

/** Opens a player. Returns a function that reports plays. */
async function open(leadId: string, { of = trailer, ip = '203.0.113.1' } = {}) {
  const viewing = app.get(ViewingService);
  const watcher = { sessionRef: randomUUID(), leadId, ip, userAgent: null };
  const id = await viewing.begin({ watcher, trailer: of }, randomUUID());
  return (plays: PlayedRange[]) =>
    viewing.update(
      id,
      watcher.sessionRef,
      { duration: '0:00', completed: 'false', ranges: plays, plays: { first: 0, ranges: plays } },
      randomUUID(),
    );
}
const send = (leadId: string, from: number, to: number, { kind = 'video', whole = true } = {}) =>
  app.get(DeliveriesService).record(
    [
      {
        agoMs: 0,
        sessionRef: randomUUID(),
        leadId,
        ip: '203.0.113.1',
        trailerId: trailer.id,
        trailerSeconds: trailer.durationSeconds,
        renditionId: randomUUID(),
        kind: kind as 'video' | 'audio',
        position: 1,
        from,
        to,
        whole,
      },
    ],
    randomUUID(),
  );
const read = (personId: string, { limit = 100, cursor }: { limit?: number; cursor?: string } = {}) =>
  app.get(PersonService).read({ personId, limit, cursor });
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'ok',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

describe('a proved person', () => {
  it('has all its visits, newest first, each with the name and evidence of that time', async () => {
    const first = await capture({ name: 'Ada L.', userAgent: 'Browser/1.0' });
    const second = await capture({ email: 'ADA@example.org', verifiedBy: 'invitation', ip: '198.51.100.7' });
    await capture({ email: 'bob@example.org' });
    await capture({ verifiedBy: 'none' });
    const { person, visits, total, nextCursor } = await read(first);
    expect(person).toMatchObject({
      id: first,
      name: 'Ada',
      email: 'ADA@example.org',
      verifiedBy: 'invitation',
      proved: true,
      visits: 2,
      networks: ['203.0.113.0/24', '198.51.100.0/24'],
      ipAddress: '198.51.100.7',
      versions: [],
    });
    expect({ total, nextCursor }).toEqual({ total: 2, nextCursor: null });
    expect(visits).toEqual([
      expect.objectContaining({ id: second, name: 'Ada', verifiedBy: 'invitation', userAgent: null }),
      {
        id: first,
        name: 'Ada L.',
        email: 'ada@example.org',
        verifiedBy: 'code',
        ipAddress: '203.0.113.1',
        userAgent: 'Browser/1.0',
        termsVersion: '2025-10',
        capturedAt: person.firstAt,
        lastSeenAt: null,
        versions: [],
      },
    ]);
  });

  it('is found by the id of any of its visits', async () => {
    const first = await capture();
    expect((await read(await capture())).person.id).toBe(first);
  });

  it('watched the union of its visits of each version, the last one first', async () => {
    const other = newTrailer(50);
    const first = await capture();
    await (await open(first, { of: other }))([[0, 10]]);
    await (await open(first))([[0, 30]]);
    await (await open(await capture()))([
      [20, 40],
      [90, 100],
    ]);
    const { versions } = (await read(first)).person;
    expect(versions).toEqual([
      {
        trailerId: trailer.id,
        trailerSeconds: 100,
        seconds: 50,
        share: 0.5,
        ranges: [
          [0, 40],
          [90, 100],
        ],
      },
      { trailerId: other.id, trailerSeconds: 50, seconds: 10, share: 0.2, ranges: [[0, 10]] },
    ]);
  });

  it('has no visits of staff', async () => {
    const viewer = await capture();
    const staff = await capture({ ip: '198.51.100.7' });
    await (await open(staff))([[0, 30]]);
    await app.get(PeopleRepository).markStaff(staff);
    const { person, visits, total } = await read(staff);
    expect(person).toMatchObject({ visits: 1, versions: [], ipAddress: '203.0.113.1' });
    expect({ ids: visits.map(({ id }) => id), total }).toEqual({ ids: [viewer], total: 1 });
  });
});

describe('a person without a proved address', () => {
  it('has only its own visit, even if the address is the same', async () => {
    const claimed = await capture({ verifiedBy: 'none' });
    await capture({ verifiedBy: 'none' });
    await capture();
    const { person, visits } = await read(claimed);
    expect(person).toMatchObject({ id: claimed, proved: false, visits: 1 });
    expect(visits.map(({ id }) => id)).toEqual([claimed]);
  });

  it('is unknown once its visit is that of staff', async () => {
    const leadId = await capture({ verifiedBy: 'none' });
    await app.get(PeopleRepository).markStaff(leadId);
    expect(await codeOf(read(leadId))).toBe('LEAD_NOT_FOUND');
  });
});

it.each([
  ['an unknown id', randomUUID()],
  ['a malformed id', 'nonsense'],
])('finds nobody by %s', async (_what, personId) => {
  expect(await codeOf(read(personId))).toBe('LEAD_NOT_FOUND');
});

describe('a visit', () => {
  it('has the plays of each player in order: what was seen again counts again', async () => {
    const leadId = await capture();
    await (await open(leadId))([
      [0, 30],
      [10, 20],
    ]);
    await (await open(leadId, { ip: '198.51.100.7' }))([[50, 60]]);
    const [visit] = (await read(leadId)).visits;
    expect(visit?.versions).toMatchObject([
      {
        trailerId: trailer.id,
        seconds: 40,
        share: 0.4,
        ranges: [
          [0, 30],
          [50, 60],
        ],
        playedSeconds: 50,
        viewingCount: 2,
        viewings: [
          {
            ipAddress: '203.0.113.1',
            plays: [
              [0, 30],
              [10, 20],
            ],
            playCount: 2,
          },
          { ipAddress: '198.51.100.7', plays: [[50, 60]], playCount: 1 },
        ],
      },
    ]);
    const [first, second] = visit?.versions[0]?.viewings ?? [];
    expect(Date.parse(first?.startedAt ?? '')).toBeLessThanOrEqual(Date.parse(second?.startedAt ?? ''));
    expect(Date.parse(visit?.lastSeenAt ?? '')).toBeGreaterThanOrEqual(Date.parse(second?.startedAt ?? ''));
  });

  it('has the longest parts, and the number of the others', async () => {
    const leadId = await capture();
    const count = personLimits.ranges + 3;
    const report = await open(leadId);
    const plays = Array.from({ length: count }, (_, n): PlayedRange => [n / 4, n / 4 + 0.1]);
    for (const half of [plays.slice(0, 150), plays.slice(150)]) await report(half);
    const { person, visits } = await read(leadId);
    const [version] = visits[0]?.versions ?? [];
    expect(version).toMatchObject({ rangesOmitted: 3, unconfirmedOmitted: 3 });
    for (const part of [version?.ranges, version?.unconfirmed])
      expect(part).toHaveLength(personLimits.ranges);
    expect(person.versions).toMatchObject([{ rangesOmitted: 3 }]);
  });

  it('lists a version that was opened and not played', async () => {
    const leadId = await capture();
    await open(leadId);
    expect((await read(leadId)).visits[0]?.versions).toMatchObject([
      { seconds: 0, ranges: [], playedSeconds: 0, unconfirmed: [], viewings: [{ plays: [] }] },
    ]);
  });

  it('has no share of a version of unknown length', async () => {
    const leadId = await capture();
    await (await open(leadId, { of: newTrailer(0) }))([[0, 20]]);
    expect((await read(leadId)).visits[0]?.versions).toMatchObject([
      { trailerSeconds: null, seconds: 20, share: null },
    ]);
  });

  it('lists a version of which something was sent without a player', async () => {
    const leadId = await capture();
    await send(leadId, 0, 8);
    await send(leadId, 20, 24, { whole: false });
    await send(leadId, 40, 44, { kind: 'audio' });
    const [visit] = (await read(leadId)).visits;
    expect(visit?.versions).toEqual([
      {
        trailerId: trailer.id,
        trailerSeconds: 100,
        seconds: 0,
        share: 0,
        ranges: [],
        playedSeconds: 0,
        confirmedSeconds: 0,
        unconfirmed: [],
        deliveredSeconds: 12,
        viewings: [],
        viewingCount: 0,
      },
    ]);
    expect(Date.parse(visit?.lastSeenAt ?? '')).toBeGreaterThanOrEqual(Date.parse(visit?.capturedAt ?? ''));
  });

  it('is confirmed as far as whole segments of the picture were sent to it', async () => {
    const leadId = await capture();
    const otherId = await capture();
    await (await open(leadId))([
      [0, 12],
      [20, 30],
    ]);
    await send(leadId, 0, 8);
    await send(leadId, 16, 24);
    await send(leadId, 24, 28, { whole: false });
    await send(leadId, 24, 28, { kind: 'audio' });
    await send(otherId, 0, 100);
    const visit = (await read(leadId)).visits.find(({ id }) => id === leadId);
    expect(visit?.versions).toMatchObject([
      {
        seconds: 22,
        confirmedSeconds: 12,
        deliveredSeconds: 20,
        unconfirmed: [
          [8, 12],
          [24, 30],
        ],
      },
    ]);
  });
});

describe('pages of visits', () => {
  it('contain each visit once, also while new ones come', async () => {
    const ids: string[] = [];
    for (let number = 0; number < 7; number += 1) ids.unshift(await capture());
    // Ids order two visits at the same moment.
    await analytics.owner.query(
      'UPDATE analytics.leads SET captured_at = (SELECT captured_at FROM analytics.leads WHERE id = $1) WHERE id = $2',
      [ids[3], ids[4]],
    );
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await read(ids.at(-1) ?? '', { limit: 2, ...(cursor ? { cursor } : {}) });
      expect(page.person.ipAddress).toBe(cursor ? '198.51.100.7' : '203.0.113.1');
      found.push(...page.visits.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
      if (found.length === 2) await capture({ ip: '198.51.100.7' });
    } while (cursor);
    const tied = [ids[3], ids[4]].sort().reverse();
    expect(found).toEqual([...ids.slice(0, 3), ...tied, ...ids.slice(5)]);
  });

  it('do not begin after visits of other people', async () => {
    const id = await capture();
    const cursor = Buffer.from(
      (await capture({ email: 'bob@example.org' })).replaceAll('-', ''),
      'hex',
    ).toString('base64url');
    expect(await codeOf(read(id, { cursor }))).toBe('VALIDATION_FAILED');
    expect(await codeOf(read(id, { cursor: 'nonsense' }))).toBe('VALIDATION_FAILED');
  });

  it('stay within 200 KB', async () => {
    const leadId = await capture();
    const name = '\u{10400}'.repeat(200);
    for (let number = 0; number < 149; number += 1) await capture({ name, userAgent: 'x'.repeat(512) });
    const page = await read(leadId, { limit: 250 });
    expect(page.visits.length).toBeLessThan(150);
    expect(page.nextCursor).not.toBeNull();
    expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(200_000);
    const rest = await read(leadId, { limit: 250, cursor: page.nextCursor ?? '' });
    expect(page.visits.length + rest.visits.length).toBe(150);
  });
});
