import { randomUUID } from 'node:crypto';
import type { Delivery, FlagFacts, VerifiedBy, ViewingUpdate } from '@secure-preview/contracts';
import { DeliveriesService } from '../deliveries/deliveries.service.js';
import { LeadsService } from '../leads/leads.service.js';
import { PeopleRepository } from '../people/people.repository.js';
import { captureLead, registerTerms } from '../testing/leads.js';
import { logger, type RunningAnalytics, startAnalytics } from '../testing/running-analytics.js';
import { ViewingService } from '../viewing/viewing.service.js';
import { FlagWatchRepository } from './flag-watch.repository.js';
import { FlagWatchService } from './flag-watch.service.js';
import { suspectVisits } from './suspects.queries.js';
import { readNetworkUses } from './visit-evidence.queries.js';

const DAY = { visits: 86_400, deliveries: 86_400 };
const RECENT = { visits: 900, deliveries: 40 };

let analytics: RunningAnalytics;
let leads: LeadsService;
let deliveries: DeliveriesService;
let viewing: ViewingService;
let people: PeopleRepository;
/** Watches of two replicas. */
let watches: [FlagWatchRepository, FlagWatchRepository];

beforeAll(async () => {
  analytics = await startAnalytics();
  const apps = [await analytics.replica(), await analytics.replica()];
  const [app, other] = apps;
  if (!app || !other) throw new Error('no replica');
  leads = app.get(LeadsService);
  deliveries = app.get(DeliveriesService);
  viewing = app.get(ViewingService);
  people = app.get(PeopleRepository);
  const { DataSource } = await import('typeorm');
  watches = [new FlagWatchRepository(app.get(DataSource)), new FlagWatchRepository(other.get(DataSource))];
  await registerTerms(leads);
});
afterAll(() => analytics?.stop());
beforeEach(() =>
  analytics.owner.query(
    `TRUNCATE analytics.leads, analytics.people, analytics.person_watched, analytics.segment_deliveries,
       analytics.delivery_summaries, analytics.viewing_sessions, analytics.viewing_summaries, analytics.progress_events,
       analytics.playback_grants, analytics.watched_summaries, analytics.staff_leads, analytics.flags, outbox.alerts`,
  ),
);

const trailerId = randomUUID();
const renditionId = randomUUID();
const capture = (email = 'ada@example.org', verifiedBy: VerifiedBy = 'code') =>
  captureLead(leads, { email, verifiedBy });
/** Sends segments of 4 s to a lead. */
const send = (
  leadId: string,
  count: number,
  { first = 0, ...changes }: Partial<Delivery> & { first?: number } = {},
) =>
  deliveries.record(
    Array.from({ length: count }, (_, n) => ({
      agoMs: 0,
      sessionRef: leadId,
      leadId,
      ip: '203.0.113.1',
      trailerId,
      trailerSeconds: 600,
      renditionId,
      kind: 'video' as const,
      position: first + n + 1,
      from: 4 * (first + n),
      to: 4 * (first + n) + 4,
      whole: true,
      ...changes,
    })),
    randomUUID(),
  );
/** Starts a player. Returns a function that reports. */
async function play(leadId: string) {
  const watcher = { sessionRef: leadId, leadId, ip: '203.0.113.1', userAgent: null };
  const trailer = { id: trailerId, durationSeconds: 600 };
  const id = await viewing.begin({ watcher, trailer }, randomUUID());
  return (counts: Partial<ViewingUpdate> = {}) =>
    viewing.update(
      id,
      leadId,
      { duration: '0:01', completed: 'false', ranges: [[0, 1]], ...counts },
      randomUUID(),
    );
}
/** Moves everything that was stored into the past. */
const wait = (seconds: number) =>
  analytics.owner.query(
    `WITH past AS (SELECT make_interval(secs => ${seconds}) AS ago),
       sent AS (UPDATE analytics.segment_deliveries SET recorded_at = recorded_at - ago FROM past),
       summaries AS (UPDATE analytics.delivery_summaries SET last_at = last_at - ago FROM past),
       players AS (UPDATE analytics.viewing_sessions SET started_at = started_at - ago FROM past),
       reports AS (UPDATE analytics.viewing_summaries SET last_seen_at = last_seen_at - ago FROM past),
       watched AS (UPDATE analytics.watched_summaries SET played_at = played_at - ago FROM past),
       flags AS (UPDATE analytics.flags SET at = at - ago FROM past)
     UPDATE analytics.playback_grants SET recorded_at = recorded_at - ago FROM past`,
  );
const flags = (): Promise<{ lead: string; trailer: string | null; facts: FlagFacts }[]> =>
  analytics.owner.query(
    'SELECT lead_id AS lead, trailer_id AS trailer, facts FROM analytics.flags ORDER BY at',
  );
const alerts = () =>
  analytics.owner.query(
    `SELECT kind, person_key AS person, ids, details FROM outbox.alerts WHERE kind = 'flagged' ORDER BY created_at`,
  );
/** What passes of a test could not examine, of which `pass` expects none. */
const failures: string[] = [];
const fail = (check: string) => void failures.push(check);
const pass = async (lookBack = RECENT) => {
  const raised = await watches[0].pass(lookBack, fail);
  expect(failures.splice(0)).toEqual([]);
  return raised;
};
/** Expects the time of a flag to be what `wait` has simulated, and at most what has really passed in addition. */
function expectElapsed(facts: FlagFacts | undefined, simulated: number, startedAt: number): void {
  const elapsed = facts && 'elapsedSeconds' in facts ? facts.elapsedSeconds : Number.NaN;
  expect(elapsed).toBeGreaterThanOrEqual(simulated);
  expect(elapsed).toBeLessThanOrEqual(Math.round(simulated + (performance.now() - startedAt) / 1000));
}
/** Inserts deliveries of segments of 4 s, recorded before now. */
const sendMany = (leadId: string, count: number, segments: number) =>
  analytics.owner.query(
    `INSERT INTO analytics.segment_deliveries
       (command_id, number, session_ref, lead_id, ip, trailer_id, rendition_id, kind, position, played, whole, ago_ms,
        recorded_at)
     SELECT gen_random_uuid(), 0, $1, $1, '203.0.113.1', $2, $3, 'video', n % $5 + 1,
            int4range(n % $5 * 4000, n % $5 * 4000 + 4000), true, 0, now() - make_interval(mins => $4 / $5 - n / $5)
     FROM generate_series(0, $4 - 1) AS n`,
    [leadId, trailerId, renditionId, count, segments],
  );

describe('a pass', () => {
  it('flags a visit that downloads the trailer, with one alert that says what was seen', async () => {
    const startedAt = performance.now();
    const leadId = await capture();
    await play(leadId);
    await send(leadId, 100);
    expect(await pass()).toEqual([]);
    await wait(21);
    expect(await pass()).toEqual(['copying']);
    const facts = { kind: 'copying', deliveredSeconds: 400, elapsedSeconds: expect.any(Number), seeks: 0 };
    const found = await flags();
    expect(found).toEqual([{ lead: leadId, trailer: trailerId, facts }]);
    expectElapsed(found[0]?.facts, 0, startedAt);
    expect(await alerts()).toEqual([
      {
        kind: 'flagged',
        person: leadId,
        ids: { flagId: expect.any(String), flagKind: 'copying', personId: leadId, leadId, trailerId },
        details: {
          name: 'Ada',
          email: 'ada@example.org',
          isProved: true,
          personId: leadId,
          facts,
          isBlocking: false,
        },
      },
    ]);
    expect(await pass()).toEqual([]);
  });

  it('asks for a block if the settings say so for the kind', async () => {
    const raise = async () => {
      const leadId = await capture();
      await play(leadId);
      await send(leadId, 100);
      await wait(21);
      expect(await pass()).toEqual(['copying']);
      const [flag] = await analytics.owner.query(
        'SELECT wants_block AS wanted FROM analytics.flags WHERE lead_id = $1',
        [leadId],
      );
      return flag.wanted;
    };
    const choose = (kinds: string[]) =>
      analytics.owner.query('INSERT INTO outbox.alert_settings (settings) VALUES ($1)', [
        JSON.stringify({ language: 'en', flagBlocks: kinds }),
      ]);
    await choose(['copying']);
    expect(await raise()).toBe(true);
    await choose(['watermark']);
    expect(await raise()).toBe(false);
  });

  it('counts the seeks that arrive after the deliveries', async () => {
    const startedAt = performance.now();
    const leadId = await capture();
    const report = await play(leadId);
    await send(leadId, 40);
    await report({ seeks: 3 });
    await wait(21);
    expect(await pass()).toEqual([]);
    await send(leadId, 40, { first: 40 });
    await wait(21);
    expect(await pass()).toEqual(['copying']);
    const [flag] = await flags();
    expect(flag?.facts).toMatchObject({ deliveredSeconds: 320, seeks: 3 });
    expectElapsed(flag?.facts, 21, startedAt);
  });

  it('does not let players that never play hide a copy', async () => {
    const leadId = await capture();
    for (let player = 0; player < 20; player += 1) await play(leadId);
    await send(leadId, 100);
    await wait(21);
    expect(await pass()).toEqual(['copying']);
  });

  it('allows a second tab what it has played, besides the first one', async () => {
    const visits = [await capture(), await capture()];
    const played = {
      plays: { first: 0, ranges: [[0, 100]] },
      duration: '1:40',
    } satisfies Partial<ViewingUpdate>;
    for (const leadId of visits) {
      const players = [await play(leadId), await play(leadId)];
      await wait(100);
      await send(leadId, 60);
      // The plays of all players of a visit are limited to the time that has passed.
      await players[0]?.(played);
      if (leadId === visits[0]) await players[1]?.(played);
    }
    await wait(21);
    expect(await pass()).toEqual(['copying']);
    expect(await flags()).toMatchObject([{ lead: visits[1] }]);
  });

  it('examines the visits of a proved person together, but not those of a claimed address', async () => {
    const visits: string[] = [];
    for (let piece = 0; piece < 7; piece += 1) {
      visits.push(await capture());
      await send(visits[piece] ?? '', 11, { first: 11 * piece });
      await send(await capture('claimed@example.org', 'none'), 11, { first: 11 * piece });
      await wait(10);
    }
    expect((await pass())?.sort()).toEqual(['copying', 'noPlayer']);
    const figures = { visits: 7, deliveredSeconds: 264 };
    expect(await flags()).toMatchObject([
      { lead: visits.at(-1), trailer: trailerId, facts: { kind: 'copying', ...figures } },
      { lead: visits.at(-1), trailer: trailerId, facts: { kind: 'noPlayer', ...figures } },
    ]);
    expect(await pass()).toEqual([]);
  });

  it('allows a person to play on two devices, and to open the page on a third one', async () => {
    const [laptop, tablet, phone] = [await capture(), await capture(), await capture()];
    const reports = [await play(laptop), await play(tablet)];
    const played = 120;
    await wait(played);
    await send(laptop, 38);
    await send(tablet, 38, { first: 60 });
    await send(phone, 9, { first: 120 });
    for (const report of reports)
      await report({ duration: '2:00', plays: { first: 0, ranges: [[0, played]] } });
    await wait(21);
    expect(await pass()).toEqual([]);
  });

  it('counts segments that were sent in parts', async () => {
    const leadId = await capture();
    await send(leadId, 100, { whole: false });
    await wait(61);
    expect((await pass())?.sort()).toEqual(['copying', 'noPlayer']);
    expect((await flags())[0]?.facts).toMatchObject({ deliveredSeconds: 400 });
  });

  it('flags deliveries without a player after a minute, even if nothing follows', async () => {
    const startedAt = performance.now();
    const [flagged, played, short] = [await capture(), await capture(), await capture()];
    for (const leadId of [flagged, played]) await send(leadId, 15);
    await send(short, 14);
    await (await play(played))();
    // Some seconds may really pass before the first pass.
    await wait(50);
    expect(await pass()).toEqual([]);
    await wait(11);
    expect(await pass()).toEqual(['noPlayer']);
    const found = await flags();
    expect(found).toMatchObject([
      { lead: flagged, trailer: trailerId, facts: { kind: 'noPlayer', deliveredSeconds: 60 } },
    ]);
    expectElapsed(found[0]?.facts, 61, startedAt);
  });

  it('flags a started player that never reports', async () => {
    const [silent, reports] = [await capture(), await capture()];
    await play(silent);
    const report = await play(reports);
    for (const leadId of [silent, reports]) await send(leadId, 9);
    await wait(30);
    for (const leadId of [silent, reports]) await send(leadId, 10, { first: 9 });
    await wait(31);
    expect(await pass()).toEqual([]);
    await send(silent, 2, { first: 19 });
    await send(reports, 2, { first: 19 });
    await report();
    await wait(21);
    expect(await pass()).toEqual(['noPlayer']);
    expect(await flags()).toMatchObject([
      { lead: silent, facts: { kind: 'noPlayer', deliveredSeconds: 84 } },
    ]);
  });

  it('lets players report first that could not while the service was away', async () => {
    const leadId = await capture();
    await send(leadId, 9);
    await wait(300);
    // Gateways kept these.
    await send(leadId, 60, { first: 9 });
    expect(await pass()).toEqual([]);
    const report = await play(leadId);
    await report();
    await wait(21);
    expect(await pass()).toEqual([]);
  });

  it('does not count the time that deliveries waited in a gateway as time without a player', async () => {
    const leadId = await capture();
    await send(leadId, 15, { agoMs: 300_000 });
    await wait(30);
    expect(await pass()).toEqual([]);
  });

  it('flags a session that two networks use in turn, but not a phone that changes its network once', async () => {
    const [shared, phone] = [await capture(), await capture()];
    for (const leadId of [shared, phone]) {
      await play(leadId);
      await send(leadId, 1);
      await wait(30);
      expect(await pass()).toEqual([]);
      await send(leadId, 1, { first: 1, ip: '198.51.100.7' });
      await wait(30);
      expect(await pass()).toEqual([]);
    }
    await send(shared, 1, { first: 2 });
    await send(phone, 1, { first: 2, ip: '198.51.100.8' });
    expect(await pass()).toEqual(['twoNetworks']);
    const networks = ['203.0.113.0/24', '198.51.100.0/24'];
    expect(await flags()).toMatchObject([
      { lead: shared, trailer: null, facts: { kind: 'twoNetworks', networks } },
    ]);
  });

  it('flags a proved person with four playing sessions once a day, on the session that played last', async () => {
    const sessions = [await capture(), await capture(), await capture(), await capture()];
    const reports = [];
    for (const leadId of sessions) reports.push(await play(leadId));
    for (const report of reports.slice(1)) await report();
    expect(await pass()).toEqual([]);
    await reports[0]?.();
    expect(await pass()).toEqual(['manySessions']);
    expect(await flags()).toMatchObject([
      { lead: sessions[0], facts: { kind: 'manySessions', sessions: 4 } },
    ]);
    await wait(3600);
    for (const report of reports) await report({ seeks: 1 });
    expect(await pass()).toEqual([]);
    await wait(23 * 3600);
    for (const report of reports) await report({ seeks: 2 });
    expect(await pass()).toEqual(['manySessions']);
  });

  it('does not add up the sessions of a claimed address', async () => {
    for (let session = 0; session < 5; session += 1) {
      const report = await play(await capture('claimed@example.org', 'none'));
      await report();
    }
    expect(await pass()).toEqual([]);
  });

  it('adds up the losses of the watermark in all players of a visit', async () => {
    const leadId = await capture();
    const reports = [await play(leadId), await play(leadId)];
    await reports[0]?.({ watermarkLosses: 2 });
    // A count never decreases: reports may arrive in any order.
    await reports[0]?.({ watermarkLosses: 1 });
    expect(await pass()).toEqual([]);
    await reports[1]?.({ watermarkLosses: 1 });
    expect(await pass()).toEqual(['watermark']);
    expect(await flags()).toMatchObject([{ lead: leadId, facts: { kind: 'watermark', times: 3 } }]);
  });

  it('flags no staff', async () => {
    const leadId = await capture();
    const report = await play(leadId);
    await people.markStaff(leadId);
    await send(leadId, 100);
    await send(leadId, 1, { first: 100, ip: '198.51.100.7' });
    await report({ watermarkLosses: 9 });
    await wait(120);
    await send(leadId, 1, { first: 101 });
    expect(await pass(DAY)).toEqual([]);
  });

  it('does not raise a dismissed flag again', async () => {
    const leadId = await capture();
    await send(leadId, 100);
    await wait(61);
    expect((await pass())?.sort()).toEqual(['copying', 'noPlayer']);
    await analytics.owner.query('UPDATE analytics.flags SET dismissed_at = clock_timestamp()');
    await send(leadId, 100, { first: 100 });
    await wait(21);
    expect(await pass()).toEqual([]);
    expect(await alerts()).toHaveLength(2);
  });

  it('raises one flag and one alert when replicas work at once', async () => {
    const leadId = await capture();
    await play(leadId);
    await send(leadId, 100);
    await wait(21);
    const raised = await Promise.all(
      Array.from({ length: 8 }, (_, n) => watches[n % 2 ? 1 : 0].pass(RECENT, fail)),
    );
    expect(raised.flatMap((kinds) => kinds ?? [])).toEqual(['copying']);
    expect([await flags(), await alerts()]).toMatchObject([{ length: 1 }, { length: 1 }]);
  });

  it('leaves the work to the replica that has the lock', async () => {
    const leadId = await capture();
    const report = await play(leadId);
    await report({ watermarkLosses: 3 });
    await analytics.owner.transaction(async (db) => {
      await db.query(`SELECT pg_advisory_xact_lock(hashtextextended('flag watch', 0))`);
      expect(await pass()).toBeUndefined();
    });
    expect(await pass()).toEqual(['watermark']);
  });

  it('stores no flag without its alert', async () => {
    const leadId = await capture();
    const report = await play(leadId);
    await report({ watermarkLosses: 3 });
    await analytics.owner.query(
      `ALTER TABLE outbox.alerts ADD CONSTRAINT no_flags CHECK (kind <> 'flagged')`,
    );
    expect(await watches[0].pass(RECENT, fail)).toEqual([]);
    expect(failures.splice(0)).toEqual(['watermarks']);
    expect(await flags()).toEqual([]);
    await analytics.owner.query('ALTER TABLE outbox.alerts DROP CONSTRAINT no_flags');
    expect(await pass()).toEqual(['watermark']);
    expect(await alerts()).toHaveLength(1);
  });

  it('goes on with other visits if one cannot be flagged', async () => {
    const visits = [await capture(), await capture(), await capture()];
    for (const leadId of visits) {
      const report = await play(leadId);
      await send(leadId, 100);
      await report({ watermarkLosses: 3 });
    }
    await wait(21);
    await analytics.owner.query(
      `ALTER TABLE analytics.flags ADD CONSTRAINT one_less CHECK (lead_id <> '${visits[1]}')`,
    );
    const raised = await watches[0].pass(RECENT, fail);
    await analytics.owner.query('ALTER TABLE analytics.flags DROP CONSTRAINT one_less');
    expect(failures.splice(0)).toEqual(['visits', 'watermarks']);
    expect(raised).toEqual(['copying', 'copying', 'watermark', 'watermark']);
    expect(await pass()).toEqual(['copying', 'watermark']);
    expect(await alerts()).toHaveLength(6);
  });

  it('goes on with other rules if one cannot be applied', async () => {
    const leadId = await capture();
    const report = await play(leadId);
    await report({ watermarkLosses: 3 });
    const rename = (from: string, to: string) =>
      analytics.owner.query(`ALTER TABLE analytics.delivery_summaries RENAME COLUMN ${from} TO ${to}`);
    await rename('last_at', 'moved');
    const raised = await watches[0].pass(RECENT, fail);
    await rename('moved', 'last_at');
    expect(failures.splice(0)).toEqual(['visits', 'repeatedVisits']);
    expect(raised).toEqual(['watermark']);
  });

  it('examines no ordinary visit whose player began before it was granted a trailer', async () => {
    const startedAt = performance.now();
    const leadId = await capture();
    const watcher = { sessionRef: leadId, leadId, ip: '203.0.113.1', userAgent: null };
    const id = await viewing.begin({ watcher, trailer: null }, randomUUID());
    await viewing.update(id, leadId, { duration: '0:01', completed: 'false' }, randomUUID());
    await send(leadId, 10);
    await wait(60);
    await send(leadId, 10, { first: 10 });
    await wait(21);
    expect(await suspectVisits(analytics.owner, RECENT.visits)).toEqual([]);
    await send(leadId, 40, { first: 20 });
    await wait(21);
    expect(await suspectVisits(analytics.owner, RECENT.visits)).toEqual([{ leadId, trailerId }]);
    expect(await pass()).toEqual(['copying']);
    const [flag] = await flags();
    expect(flag?.facts).toMatchObject({ deliveredSeconds: 240 });
    expectElapsed(flag?.facts, 81, startedAt);
  });

  it('reads a limited number of deliveries, and flags a copy beyond them', async () => {
    const leadId = await capture();
    await (await play(leadId))();
    // More than a call of a function may have arguments.
    await sendMany(leadId, 130_000, 1300);
    await send(leadId, 4000, { first: 1300 });
    await wait(21);
    expect(await pass()).toEqual(['copying']);
    // The summary, to which `sendMany` adds nothing.
    expect((await flags())[0]?.facts).toMatchObject({ deliveredSeconds: 16_000 });
  });

  it('reads a limited number of uses of networks', async () => {
    const leadId = await capture();
    await sendMany(leadId, 30_000, 3000);
    const uses = await readNetworkUses(analytics.owner, leadId, 900);
    expect(uses.length).toBeLessThanOrEqual(10_000);
    expect(uses.length).toBeGreaterThanOrEqual(20);
  });
});

it('looks back a day after a start, and at what is new afterwards', async () => {
  const leadId = await capture();
  await (await play(leadId))();
  await send(leadId, 100);
  await wait(10 * 3600);
  const service = new FlagWatchService(watches[0], logger);
  expect(await pass()).toEqual([]);
  await service.run();
  expect(await flags()).toHaveLength(1);
  const other = await capture();
  await (await play(other))();
  await send(other, 100);
  await wait(3600);
  await service.run();
  expect(await flags()).toHaveLength(1);
});
