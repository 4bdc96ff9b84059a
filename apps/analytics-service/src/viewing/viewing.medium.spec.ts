import { randomUUID } from 'node:crypto';
import {
  AppError,
  type PlayedRange,
  playedRange,
  unionOf,
  type ViewingUpdate,
} from '@secure-preview/contracts';
import { metricsText } from '@secure-preview/service-kit';
import { sumOf, until } from '@secure-preview/testing';
import * as z from 'zod/mini';
import { type RunningAnalytics, startAnalytics } from '../testing/running-analytics.js';
import { ViewingService } from './viewing.service.js';

let analytics: RunningAnalytics;
let viewing: ViewingService;
let otherReplica: ViewingService;

beforeAll(async () => {
  analytics = await startAnalytics();
  viewing = (await analytics.replica()).get(ViewingService);
  otherReplica = (await analytics.replica()).get(ViewingService);
});
afterAll(() => analytics?.stop());

const trailer = { id: randomUUID(), durationSeconds: 90 };
const newViewing = (sessionRef = randomUUID()) => ({
  watcher: { sessionRef, leadId: randomUUID(), ip: '203.0.113.1', userAgent: 'test' },
  trailer,
});
type NewViewing = ReturnType<typeof newViewing>;
/** Concurrent calls. Fewer than the connections of both pools, because a waiting call may be rejected. */
const WORKERS = 16;
/** Makes concurrent calls, to both replicas in turn. */
async function concurrently<T>(
  count: number,
  call: (replica: ViewingService, index: number) => Promise<T>,
): Promise<T[]> {
  const results: T[] = [];
  const workers = Array.from({ length: WORKERS }, async (_, worker) => {
    for (let index = worker; index < count; index += WORKERS)
      results[index] = await call(index % 2 ? viewing : otherReplica, index);
  });
  await Promise.all(workers);
  return results;
}
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof AppError) return { code: error.code, ...error.params };
      throw error;
    },
  );
const rows = (table: string, id: string, columns = '*') =>
  analytics.owner.query(
    `SELECT ${columns} FROM analytics.${table} WHERE ${table === 'viewing_sessions' ? 'id' : 'viewing_session_id'} = $1
     ORDER BY ${table === 'progress_events' ? 'id' : '1'}`,
    [id],
  );
const summaryOf = async (id: string) => (await rows('viewing_summaries', id))[0];
/** Moves start, grant and last event of the session back by `interval`. */
const moveBack = async (id: string, interval: string) => {
  await analytics.owner.query(
    `UPDATE analytics.playback_grants g SET recorded_at = recorded_at - $2::interval
     FROM analytics.viewing_sessions v WHERE v.id = $1 AND g.lead_id = v.lead_id`,
    [id, interval],
  );
  await analytics.owner.query(
    `UPDATE analytics.viewing_sessions SET started_at = started_at - $2::interval WHERE id = $1`,
    [id, interval],
  );
  await analytics.owner.query(
    `UPDATE analytics.viewing_summaries SET last_event_at = last_event_at - $2::interval
     WHERE viewing_session_id = $1`,
    [id, interval],
  );
};

describe('start', () => {
  it('stores session, lead, IP address, user agent and trailer', async () => {
    const request = newViewing();
    const id = await viewing.begin(request, randomUUID());
    const [stored] = await rows(
      'viewing_sessions',
      id,
      'session_ref, lead_id, ip, user_agent, trailer_id, trailer_seconds',
    );
    expect(stored).toEqual({
      session_ref: request.watcher.sessionRef,
      lead_id: request.watcher.leadId,
      ip: '203.0.113.1',
      user_agent: 'test',
      trailer_id: trailer.id,
      trailer_seconds: 90,
    });
    expect(await summaryOf(id)).toMatchObject({ ranges: [], watched_seconds: 0, claimed_completed: false });
  });

  it.each([null, { id: trailer.id, durationSeconds: null }, { id: trailer.id, durationSeconds: 0 }])(
    'accepts %j as the trailer',
    async (unknown) => {
      const { watcher } = newViewing();
      const id = await viewing.begin({ watcher, trailer: unknown }, randomUUID());
      await viewing.update(
        id,
        watcher.sessionRef,
        { duration: '0:03', completed: 'false', ranges: [[0, 3]] },
        randomUUID(),
      );
      expect(await summaryOf(id)).toMatchObject({ watched_seconds: 3, claimed_seconds: 3 });
    },
  );

  it('accepts twenty of fifty concurrent calls of a session, across replicas', async () => {
    const request = newViewing();
    const outcomes = await concurrently(50, (replica) => refusal(replica.begin(request, randomUUID())));
    expect(outcomes.filter((outcome) => outcome === undefined)).toHaveLength(20);
    for (const refused of outcomes.filter((outcome) => outcome !== undefined)) {
      expect(refused).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
      const { retryAfterSeconds } = refused as unknown as { retryAfterSeconds: number };
      expect(retryAfterSeconds).toBeGreaterThan(3000);
      expect(retryAfterSeconds).toBeLessThanOrEqual(3600);
    }
    expect(await refusal(viewing.begin(newViewing(), randomUUID()))).toBeUndefined();
  });

  it('returns the seconds until the oldest viewing is an hour old, and accepts a call then', async () => {
    const request = newViewing();
    const first = await viewing.begin(request, randomUUID());
    for (let count = 1; count < 20; count++) await viewing.begin(request, randomUUID());
    await moveBack(first, '50 minutes');
    const refused = (await refusal(viewing.begin(request, randomUUID()))) as unknown as {
      retryAfterSeconds: number;
    };
    expect(refused.retryAfterSeconds).toBeGreaterThan(0);
    expect(refused.retryAfterSeconds).toBeLessThanOrEqual(600);
    await moveBack(first, '10 minutes');
    expect(await refusal(viewing.begin(request, randomUUID()))).toBeUndefined();
    expect(await refusal(viewing.begin(request, randomUUID()))).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });

  it('answers a repeated command with the same id and counts it once', async () => {
    const [request, commandId] = [newViewing(), randomUUID()];
    const ids = await Promise.all(
      Array.from({ length: 10 }, (_, i) => (i % 2 ? viewing : otherReplica).begin(request, commandId)),
    );
    expect(new Set(ids).size).toBe(1);
    for (let count = 1; count < 20; count++) await viewing.begin(request, randomUUID());
    expect(await viewing.begin(request, commandId)).toBe(ids[0]);
    expect(await refusal(viewing.begin(request, randomUUID()))).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });
});

describe('update', () => {
  let request: NewViewing;
  let id: string;
  beforeEach(async () => {
    request = newViewing();
    id = await viewing.begin(request, randomUUID());
    await moveBack(id, '5 minutes');
  });
  const report = (overrides: Partial<ViewingUpdate> = {}, commandId = randomUUID(), service = viewing) =>
    service.update(
      id,
      request.watcher.sessionRef,
      { duration: '0:00', completed: 'false', ranges: [], ...overrides },
      commandId,
    );

  it.each(['', 'x', '1; DROP', 'é'.repeat(36), '../../etc'])('rejects the unknown id %j', async (unknown) => {
    const call = viewing.update(
      unknown,
      request.watcher.sessionRef,
      { duration: '0:01', completed: 'true' },
      randomUUID(),
    );
    expect(await refusal(call)).toEqual({ code: 'VIEWING_SESSION_NOT_FOUND' });
  });
  it('rejects the viewing session of another visitor and leaves it unchanged', async () => {
    const update = { duration: '1:00', completed: 'true' } as const;
    for (const [session, ref] of [
      [id, randomUUID()],
      [randomUUID(), request.watcher.sessionRef],
    ] as const)
      expect(await refusal(viewing.update(session, ref, update, randomUUID()))).toEqual({
        code: 'VIEWING_SESSION_NOT_FOUND',
      });
    expect(await summaryOf(id)).toMatchObject({ claimed_seconds: 0, claimed_completed: false });
  });

  it('never decreases duration or completion', async () => {
    await report({ duration: '1:05', completed: 'true' });
    await moveBack(id, '1 minute');
    await report({ duration: '0:10', completed: 'false' });
    expect(await summaryOf(id)).toMatchObject({ claimed_seconds: 65, claimed_completed: true });
  });

  it('accepts no more than the length of the trailer and the elapsed time', async () => {
    const { watcher } = newViewing();
    const young = await viewing.begin({ watcher, trailer }, randomUUID());
    const all: ViewingUpdate = { duration: '90:00', completed: 'false', ranges: [[0, 9999]] };
    await viewing.update(young, watcher.sessionRef, all, randomUUID());
    expect((await summaryOf(young)).watched_seconds).toBeLessThan(60);
    await report(all);
    expect(await summaryOf(id)).toMatchObject({
      ranges: [[0, 90]],
      watched_seconds: 90,
      claimed_seconds: 90,
    });
  });

  it('accepts what was watched before the viewing started, but not before the grant', async () => {
    const late = { watcher: newViewing().watcher, trailer: { ...trailer, grantedAgoMs: 60_000 } };
    const { sessionRef } = late.watcher;
    const viewingId = await viewing.begin(late, randomUUID());
    const seen: ViewingUpdate = {
      duration: '0:40',
      completed: 'false',
      ranges: [
        [0, 10],
        [50, 80],
      ],
    };
    await viewing.update(viewingId, sessionRef, seen, randomUUID());
    expect(await summaryOf(viewingId)).toMatchObject({ ranges: seen.ranges, watched_seconds: 40 });
    const all: ViewingUpdate = { duration: '1:30', completed: 'true', ranges: [[0, 90]] };
    await viewing.update(viewingId, sessionRef, all, randomUUID());
    const { watched_seconds: watched } = await summaryOf(viewingId);
    expect(watched).toBeGreaterThan(64);
    expect(watched).toBeLessThan(85);
  });

  it('counts at most twelve hours before the viewing started', async () => {
    const long = { id: randomUUID(), durationSeconds: 80_000, grantedAgoMs: 1e10 };
    const viewingId = await viewing.begin({ ...request, trailer: long }, randomUUID());
    const all: ViewingUpdate = { duration: '0:00', completed: 'false', ranges: [[0, 80_000]] };
    await viewing.update(viewingId, request.watcher.sessionRef, all, randomUUID());
    const { watched_seconds: watched } = await summaryOf(viewingId);
    expect(watched).toBeGreaterThan(12 * 3600);
    expect(watched).toBeLessThan(12 * 3600 + 60);
  });

  it('keeps the first grant of a session once it is recorded', async () => {
    const { watcher } = newViewing();
    const all: ViewingUpdate = { duration: '0:00', completed: 'false', ranges: [[0, 90]] };
    for (const grantedAgoMs of [0, 60_000]) {
      const viewingId = await viewing.begin({ watcher, trailer: { ...trailer, grantedAgoMs } }, randomUUID());
      await viewing.update(viewingId, watcher.sessionRef, all, randomUUID());
      expect((await summaryOf(viewingId)).watched_seconds).toBeLessThan(60);
    }
  });

  it.each([trailer, null])('limits the total of all concurrent viewings of %j in a session', async (seen) => {
    const { watcher } = newViewing();
    const begin = () => viewing.begin({ watcher, trailer: seen }, randomUUID());
    const started = performance.now();
    const ids = await Promise.all(Array.from({ length: 18 }, begin));
    const claim = (viewingId: string, n: number) =>
      (n % 2 ? viewing : otherReplica).update(
        viewingId,
        watcher.sessionRef,
        { duration: '0:05', completed: 'true', ranges: [[n * 5, n * 5 + 5]] },
        randomUUID(),
      );
    await Promise.all(ids.map(claim));
    const watched = async () => {
      const [lead] = await analytics.owner.query(
        'SELECT watched_seconds FROM analytics.watched_summaries WHERE lead_id = $1',
        [watcher.leadId],
      );
      return lead.watched_seconds;
    };
    expect(await watched()).toBeGreaterThanOrEqual(5);
    expect(await watched()).toBeLessThanOrEqual(5 + (performance.now() - started) / 1000);
    // Pages report all played ranges again, so nothing is lost once enough time has passed.
    await moveBack(ids[0] ?? '', '2 minutes');
    await Promise.all(ids.map(claim));
    expect(await watched()).toBe(90);
  });

  it('accepts what was played after the clock of the database was set back', async () => {
    // Simulates a viewing that started, and was last seen, an hour in the future.
    await moveBack(id, '-1 hour');
    await analytics.owner.query(
      `UPDATE analytics.viewing_summaries SET last_seen_at = last_seen_at + interval '1 hour'
       WHERE viewing_session_id = $1`,
      [id],
    );
    await report({ duration: '0:10', ranges: [[0, 10]] });
    await moveBack(id, '1 hour');
    await report({ duration: '0:20', ranges: [[10, 20]] });
    expect(await summaryOf(id)).toMatchObject({ ranges: [[0, 20]], watched_seconds: 20 });
  });

  it('merges reports in quick succession into the next event without losing any', async () => {
    await report({ duration: '0:01', ranges: [[0, 1]] });
    // Simulates reports without time between them, however slow this machine is.
    await analytics.owner.query(
      `UPDATE analytics.viewing_summaries SET last_event_at = clock_timestamp() + interval '1 minute'
       WHERE viewing_session_id = $1`,
      [id],
    );
    await report({ duration: '0:40', completed: 'true', ranges: [[1, 2]] });
    await report({ duration: '0:05', ranges: [[10, 20]] });
    expect(await rows('progress_events', id)).toHaveLength(1);
    expect(await summaryOf(id)).toMatchObject({
      ranges: [
        [0, 2],
        [10, 20],
      ],
      watched_seconds: 12,
    });
    await moveBack(id, '2 minutes');
    await report({ duration: '0:06', ranges: [[20, 21]] });
    const events = await rows('progress_events', id, 'ranges, claimed_seconds, claimed_completed');
    expect(events).toEqual([
      { ranges: [[0, 1]], claimed_seconds: 1, claimed_completed: false },
      {
        ranges: [
          [1, 2],
          [10, 21],
        ],
        claimed_seconds: 40,
        claimed_completed: true,
      },
    ]);
    expect(await summaryOf(id)).toMatchObject({
      pending: [],
      ranges: [
        [0, 2],
        [10, 21],
      ],
    });
  });

  it('adds up concurrent reports to the union of events and pending ranges', async () => {
    await concurrently(40, (replica, i) =>
      report({ duration: `0:${10 + i}`, ranges: [[i * 2, i * 2 + 1]] }, randomUUID(), replica),
    );
    const summary = await summaryOf(id);
    expect(summary).toMatchObject({ watched_seconds: 40, claimed_seconds: 49 });
    const events = z
      .array(z.object({ ranges: z.array(playedRange) }))
      .parse(await rows('progress_events', id));
    const derived = events.reduce<PlayedRange[]>(
      (union, { ranges }) => unionOf(union, ranges),
      summary.pending,
    );
    expect(derived).toEqual(summary.ranges);
  });

  it('applies a repeated command once', async () => {
    const commandId = randomUUID();
    const once = { duration: '0:10', ranges: [[0, 10]] as [number, number][] };
    await Promise.all(
      Array.from({ length: 10 }, (_, i) => report(once, commandId, i % 2 ? viewing : otherReplica)),
    );
    await moveBack(id, '1 minute');
    await report(once, commandId);
    expect(await rows('progress_events', id, 'ranges')).toEqual([{ ranges: [[0, 10]] }]);
    expect(await summaryOf(id)).toMatchObject({ ranges: [[0, 10]], pending: [], watched_seconds: 10 });
  });
});

it('changes and counts nothing for a command that is repeated while it is being stored', async () => {
  const completed = async () => sumOf(await metricsText(), 'portal_completions_total') ?? 0;
  const before = await completed();
  const { watcher } = newViewing();
  const id = await viewing.begin({ watcher, trailer }, randomUUID());
  const commandId = randomUUID();
  const update = (service: ViewingService) =>
    service.update(id, watcher.sessionRef, { duration: '0:01', completed: 'true' }, commandId);
  // In an object, because a returned promise would be awaited before the transaction ends.
  const { both } = await analytics.owner.transaction(async (db) => {
    await db.query('SELECT FROM analytics.viewing_summaries WHERE viewing_session_id = $1 FOR UPDATE', [id]);
    const both = Promise.all([update(viewing), update(otherReplica)]);
    await until(async () => (await db.query('SELECT FROM pg_locks WHERE NOT granted')).length === 2, {
      what: 'both reports to wait',
    });
    return { both };
  });
  await both;
  expect(await completed()).toBe(before + 1);
  const [seen] = await analytics.owner.query(
    `SELECT w.xmin = s.xmin AS together FROM analytics.watched_summaries w, analytics.viewing_summaries s
     WHERE w.lead_id = $1 AND s.viewing_session_id = $2`,
    [watcher.leadId, id],
  );
  expect(seen).toEqual({ together: true });
});

it('counts plays and completions once each', async () => {
  const counted = async () => {
    const text = await metricsText();
    return {
      plays: sumOf(text, 'portal_plays_total') ?? 0,
      ends: sumOf(text, 'portal_completions_total') ?? 0,
    };
  };
  const before = await counted();
  const request = newViewing();
  const commandId = randomUUID();
  const id = await viewing.begin(request, commandId);
  expect(await otherReplica.begin(request, commandId)).toBe(id);
  const { sessionRef } = request.watcher;
  const reported = (completed: 'true' | 'false') =>
    viewing.update(id, sessionRef, { duration: '0:01', completed }, randomUUID());
  await reported('false');
  expect(await counted()).toEqual({ plays: before.plays + 1, ends: before.ends });
  await reported('true');
  await reported('true');
  await reported('false');
  expect(
    await refusal(
      viewing.update(randomUUID(), sessionRef, { duration: '0:01', completed: 'true' }, randomUUID()),
    ),
  ).toMatchObject({ code: 'VIEWING_SESSION_NOT_FOUND' });
  expect(await counted()).toEqual({ plays: before.plays + 1, ends: before.ends + 1 });
});
