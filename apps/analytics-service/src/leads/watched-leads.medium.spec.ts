import { createHash, randomUUID } from 'node:crypto';
import { limits } from '@secure-preview/contracts';
import { DeliveriesService } from '../deliveries/deliveries.service.js';
import { type RunningAnalytics, startAnalytics } from '../testing/running-analytics.js';
import { ViewingService } from '../viewing/viewing.service.js';
import { InvitationShareRepository } from './invitation-share.repository.js';
import { LeadsService } from './leads.service.js';

const TEXT = 'I accept.';
const termsSha256 = createHash('sha256').update(TEXT).digest('hex');
let analytics: RunningAnalytics;
let leads: LeadsService;
let viewing: ViewingService;
let deliveries: DeliveriesService;
let invitationShares: InvitationShareRepository;

beforeAll(async () => {
  analytics = await startAnalytics();
  const app = await analytics.replica();
  leads = app.get(LeadsService);
  viewing = app.get(ViewingService);
  deliveries = app.get(DeliveriesService);
  invitationShares = app.get(InvitationShareRepository);
  await leads.registerTerms(termsSha256, '2025-10', TEXT);
});
afterAll(() => analytics?.stop());
beforeEach(() => analytics.owner.query('TRUNCATE analytics.leads'));

const capture = (name = 'Ada', invitationId: string | null = null) =>
  leads.capture(
    {
      name,
      email: 'ada@example.org',
      ip: '203.0.113.1',
      userAgent: null,
      sessionRef: randomUUID(),
      termsSha256,
      verifiedBy: invitationId === null ? 'none' : 'invitation',
      invitationId,
    },
    randomUUID(),
  );
const onlyLead = async () => (await leads.list({ limit: 10, sort: 'newest' })).leads[0];
const shortTrailer = { id: randomUUID(), durationSeconds: 100 };
const longTrailer = { id: randomUUID(), durationSeconds: 400 };

/** Starts a viewing that is `minutes` old, and reports `ranges` as played. */
async function watch(
  leadId: string,
  ranges: [number, number][],
  trailer: typeof shortTrailer | null = shortTrailer,
  minutes = 60,
) {
  const watcher = { sessionRef: randomUUID(), leadId, ip: '203.0.113.1', userAgent: null };
  const id = await viewing.begin({ watcher, trailer }, randomUUID());
  await analytics.owner.query(
    `UPDATE analytics.viewing_sessions SET started_at = started_at - $2 * interval '1 minute' WHERE id = $1`,
    [id, minutes],
  );
  await analytics.owner.query(
    `UPDATE analytics.playback_grants SET recorded_at = recorded_at - $2 * interval '1 minute' WHERE lead_id = $1`,
    [leadId, minutes],
  );
  if (ranges.length > 0) {
    const update = { duration: '0:10', completed: 'false', ranges } as const;
    await viewing.update(id, watcher.sessionRef, update, randomUUID());
  }
  return id;
}

describe('the watched time of a lead', () => {
  it('is zero before the lead starts a player', async () => {
    await capture();
    expect(await onlyLead()).toMatchObject({ watchedSeconds: 0, watchedShare: null, lastSeenAt: null });
  });

  it('is zero, with a last-seen time, when the player never played', async () => {
    await watch(await capture(), []);
    expect(await onlyLead()).toMatchObject({
      watchedSeconds: 0,
      watchedShare: 0,
      lastSeenAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
  });

  it('is the union over all sessions of the lead', async () => {
    const id = await capture();
    await watch(id, [
      [0, 30],
      [50, 60],
    ]);
    await watch(id, [
      [20, 40.5],
      [90, 100],
    ]);
    expect(await onlyLead()).toMatchObject({ watchedSeconds: 60.5, watchedShare: 0.605 });
  });

  it('refers to the trailer that was played last, even if another trailer was opened later', async () => {
    const id = await capture();
    await watch(id, [[0, 100]]);
    await watch(id, [[0, 100]], longTrailer);
    expect(await onlyLead()).toMatchObject({ watchedSeconds: 100, watchedShare: 0.25 });
    await watch(id, []);
    expect(await onlyLead()).toMatchObject({ watchedSeconds: 100, watchedShare: 0.25 });
  });

  it('has no share if the length of the trailer is unknown', async () => {
    await watch(await capture(), [[0, 5]], null);
    expect(await onlyLead()).toMatchObject({ watchedSeconds: 5, watchedShare: null });
  });

  it('is listed separately for each lead', async () => {
    const [first, second] = [await capture('One'), await capture('Two')];
    await capture('None');
    await watch(first, [[0, 10]]);
    await watch(second, [[0, 20]]);
    const { leads: page } = await leads.list({ limit: 10, sort: 'name' });
    expect(page.map(({ name, watchedSeconds }) => [name, watchedSeconds])).toEqual([
      ['None', 0],
      ['One', 10],
      ['Two', 20],
    ]);
  });

  it('is not affected by sessions that start later', async () => {
    const id = await capture();
    await watch(id, [[0, 100]]);
    for (let n = 0; n < 110; n += 1) await watch(id, []);
    expect(await onlyLead()).toMatchObject({ watchedSeconds: 100, watchedShare: 1 });
    for (let n = 0; n < 110; n += 1) await watch(id, [[50, 50.1]], n % 2 ? longTrailer : shortTrailer);
    await watch(id, [[10, 11]]);
    expect(await onlyLead()).toMatchObject({ watchedSeconds: 100, watchedShare: 1 });
  });

  it('adds up concurrent reports of several players of one lead', async () => {
    const id = await capture();
    await Promise.all(Array.from({ length: 20 }, (_, n) => watch(id, [[n * 3, n * 3 + 2]])));
    expect(await onlyLead()).toMatchObject({ watchedSeconds: 40, watchedShare: 0.4 });
  });
});

describe('the delivered time of a lead', () => {
  /** Records a delivery of `seconds` of a trailer to a lead, `minutesAgo`. */
  const send = (leadId: string, trailer: typeof shortTrailer, seconds: number, minutesAgo = 0) =>
    deliveries.record(
      [
        {
          agoMs: minutesAgo * 60_000,
          sessionRef: randomUUID(),
          leadId,
          ip: '203.0.113.1',
          trailerId: trailer.id,
          trailerSeconds: trailer.durationSeconds,
          renditionId: randomUUID(),
          kind: 'video',
          position: 1,
          from: 0,
          to: seconds,
          whole: true,
        },
      ],
      randomUUID(),
    );

  it('is zero before the lead requests a segment', async () => {
    await capture();
    expect(await onlyLead()).toMatchObject({ deliveredSeconds: 0, deliveredShare: null });
  });

  it('refers to the same trailer as the watched time', async () => {
    const id = await capture();
    await watch(id, [[0, 10]]);
    await send(id, shortTrailer, 20, 5);
    await send(id, longTrailer, 40);
    expect(await onlyLead()).toMatchObject({
      watchedSeconds: 10,
      watchedShare: 0.1,
      deliveredSeconds: 20,
      deliveredShare: 0.2,
    });
  });

  it('reveals a page that never reports what it plays', async () => {
    const id = await capture();
    await watch(id, []);
    await send(id, shortTrailer, 20, 5);
    await send(id, longTrailer, 40);
    expect(await onlyLead()).toMatchObject({ watchedSeconds: 0, deliveredSeconds: 40, deliveredShare: 0.1 });
  });

  it('reveals a page that reports a trailer which was never sent to it', async () => {
    const id = await capture();
    await watch(id, [[0, 100]]);
    await send(id, longTrailer, 40);
    expect(await onlyLead()).toMatchObject({
      watchedSeconds: 100,
      deliveredSeconds: 0,
      deliveredShare: null,
    });
  });
});

describe('the total', () => {
  const { exactTotal } = limits.leadsPage;
  const fill = (count: number) =>
    analytics.owner.query(
      `INSERT INTO analytics.leads (id, command_id, name, email, search_text, ip, session_ref, terms_sha256)
       SELECT gen_random_uuid(), gen_random_uuid(), 'Name ' || n, n || '@example.org',
              'name ' || n || E'\\n' || n || '@example.org', '203.0.113.1', gen_random_uuid(), $2
       FROM generate_series(1, $1) AS n`,
      [count, termsSha256],
    );
  const totalOf = async (q?: string) => {
    const { total, totalEstimated } = await leads.list({ limit: 1, sort: 'newest', q });
    return { total, totalEstimated };
  };

  it('is exact for a search that finds fewer leads than old statistics predict', async () => {
    await fill(3 * exactTotal);
    await analytics.owner.query('ANALYZE analytics.leads');
    await analytics.owner.query("DELETE FROM analytics.leads WHERE length(split_part(email, '@', 1)) > 2");
    const { total, totalEstimated } = await leads.list({ limit: 500, sort: 'newest', q: 'name' });
    expect({ total, totalEstimated }).toEqual({ total: 99, totalEstimated: false });
  });

  it('is estimated from the current size of the table, even if its statistics are old', async () => {
    await fill(100);
    await analytics.owner.query('ANALYZE analytics.leads');
    await fill(3 * exactTotal);
    const { total, totalEstimated } = await totalOf();
    expect(totalEstimated).toBe(true);
    expect(total).toBeGreaterThan(2 * exactTotal);
  });

  it('is exact up to `exactTotal` and estimated above it', async () => {
    await fill(exactTotal);
    expect(await totalOf()).toEqual({ total: exactTotal, totalEstimated: false });
    expect(await totalOf('name')).toEqual({ total: exactTotal, totalEstimated: false });
    await fill(2 * exactTotal);
    await analytics.owner.query('ANALYZE analytics.leads');
    const { total, totalEstimated } = await totalOf();
    expect(totalEstimated).toBe(true);
    expect(total).toBeGreaterThan(2.5 * exactTotal);
    expect(total).toBeLessThan(3.5 * exactTotal);
    const found = await totalOf('example');
    expect(found.totalEstimated).toBe(true);
    expect(found.total).toBeGreaterThan(exactTotal);
    expect(await totalOf('name 12345')).toEqual({ total: 1, totalEstimated: false });
  });
});

describe('isKnown', () => {
  it('finds a lead by its id', async () => {
    expect(await leads.isKnown(await capture())).toBe(true);
    expect(await leads.isKnown(randomUUID())).toBe(false);
  });
  it.each(['', 'x', "'; --", '0'.repeat(36)])('is false for %j', async (id) => {
    expect(await leads.isKnown(id)).toBe(false);
  });
});

describe('the watched share of an invitation', () => {
  const shares = async (...ids: string[]) =>
    Object.fromEntries(
      (await invitationShares.ofInvitations(ids)).map(({ invitationId, share }) => [invitationId, share]),
    );

  it('is the largest of its leads', async () => {
    const [first, second, unused] = [randomUUID(), randomUUID(), randomUUID()];
    await watch(await capture('Ada', first), [[0, 20]]);
    await watch(await capture('Ada', first), [[0, 50]]);
    await watch(await capture('Grace', second), [[0, 10]]);
    expect(await shares(first, second, unused)).toEqual({ [first]: 0.5, [second]: 0.1, [unused]: null });
  });

  it('refers to the trailer that a lead played last', async () => {
    const id = randomUUID();
    const leadId = await capture('Ada', id);
    await watch(leadId, [[0, 50]]);
    await watch(leadId, [[0, 40]], longTrailer);
    expect(await shares(id)).toEqual({ [id]: 0.1 });
  });

  it('is null if the length of the trailer is unknown', async () => {
    const id = randomUUID();
    await watch(await capture('Ada', id), [[0, 50]], null);
    expect(await shares(id)).toEqual({ [id]: null });
  });
});
