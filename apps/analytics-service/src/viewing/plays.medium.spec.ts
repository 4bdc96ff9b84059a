import { randomUUID } from 'node:crypto';
import type { PlayedRange, Plays } from '@secure-preview/contracts';
import { type RunningAnalytics, startAnalytics } from '../testing/running-analytics.js';
import { mergePlays, type NumberedPlay } from './plays.js';
import { ViewingService } from './viewing.service.js';

let analytics: RunningAnalytics;
let replicas: ViewingService[];

beforeAll(async () => {
  analytics = await startAnalytics();
  replicas = [
    (await analytics.replica()).get(ViewingService),
    (await analytics.replica()).get(ViewingService),
  ];
});
afterAll(() => analytics?.stop());

const trailer = { id: randomUUID(), durationSeconds: 90 };
const replica = (index = 0) => replicas[index % 2] as ViewingService;
let watcher: { sessionRef: string; leadId: string; ip: string; userAgent: null };
let id: string;

beforeEach(async () => {
  watcher = { sessionRef: randomUUID(), leadId: randomUUID(), ip: '203.0.113.1', userAgent: null };
  id = await begin(300_000);
});

const begin = (grantedAgoMs: number) =>
  replica().begin({ watcher, trailer: { ...trailer, grantedAgoMs } }, randomUUID());
const report = (
  first: number,
  plays: PlayedRange[],
  { viewing = id, commandId = randomUUID(), index = 0 } = {},
) =>
  replica(index).update(
    viewing,
    watcher.sessionRef,
    { duration: '0:00', completed: 'false', ranges: plays, plays: { first, ranges: plays } satisfies Plays },
    commandId,
  );
const storedOf = async (viewing = id) => {
  const [stored] = await analytics.owner.query(
    `SELECT plays_from AS starts, plays_to AS ends, pending_plays AS pending, watched_seconds AS watched
     FROM analytics.viewing_summaries WHERE viewing_session_id = $1`,
    [viewing],
  );
  return stored as { starts: number[]; ends: number[]; pending: NumberedPlay[]; watched: number };
};
const playedSeconds = async () => {
  const [{ played }] = await analytics.owner.query(
    'SELECT played_seconds AS played FROM analytics.watched_summaries WHERE lead_id = $1',
    [watcher.leadId],
  );
  return played as number;
};

it('keeps plays beside their union: what is seen again counts again', async () => {
  await report(0, [[0, 10]]);
  await report(0, [
    [0, 20],
    [5, 12.5],
  ]);
  expect(await storedOf()).toMatchObject({ starts: [0, 5000], ends: [20_000, 12_500], watched: 20 });
  expect(await playedSeconds()).toBe(27.5);
});

it('is unchanged by reports that are repeated, late or in another order', async () => {
  const commandId = randomUUID();
  await report(0, [[0, 10]], { commandId });
  await report(1, [[30, 40]]);
  await report(0, [[0, 10]], { commandId, index: 1 });
  await report(0, [[0, 4]]);
  await report(5, [[50, 60]]);
  expect(await storedOf()).toMatchObject({ starts: [0, 30_000], ends: [10_000, 40_000] });
  expect(await playedSeconds()).toBe(20);
});

it('adds up concurrent reports to the plays of events and pending plays', async () => {
  const reports = Array.from({ length: 20 }, (_, index) => report(0, [[0, index + 1]], { index }));
  await Promise.all(reports);
  await Promise.all(Array.from({ length: 20 }, (_, index) => report(1, [[2, 3 + index]], { index })));
  const { starts, ends, pending } = await storedOf();
  expect([starts, ends]).toEqual([
    [0, 2000],
    [20_000, 22_000],
  ]);
  const events: { plays: NumberedPlay[] }[] = await analytics.owner.query(
    'SELECT plays FROM analytics.progress_events WHERE viewing_session_id = $1 ORDER BY id',
    [id],
  );
  const derived = [...events.map(({ plays }) => plays), pending].reduce((all, plays) =>
    mergePlays(all, plays),
  );
  expect(derived).toEqual([
    [0, 0, 20],
    [1, 2, 22],
  ]);
  expect(await playedSeconds()).toBe(40);
});

it('limits the plays of all viewings of a session to the elapsed time', async () => {
  watcher = { ...watcher, sessionRef: randomUUID(), leadId: randomUUID() };
  const started = performance.now();
  const viewings = await Promise.all(Array.from({ length: 10 }, () => begin(20_000)));
  const claim = (viewing: string, index: number) => report(0, [[0, 90]], { viewing, index });
  await Promise.all(viewings.map(claim));
  expect(await playedSeconds()).toBeGreaterThanOrEqual(25);
  expect(await playedSeconds()).toBeLessThanOrEqual(25 + (performance.now() - started) / 1000);
});

it('stores at most 2,000 plays in all viewings of a session, and what exceeds them counts as watched', async () => {
  const viewings = await Promise.all(Array.from({ length: 4 }, () => begin(300_000)));
  const plays = Array.from({ length: 1000 }, (): PlayedRange => [0, 0]);
  await Promise.all(viewings.map((viewing, index) => report(0, plays, { viewing, index })));
  await Promise.all(viewings.map((viewing, index) => report(0, [[index, index + 1]], { viewing, index })));
  const stored = await Promise.all(viewings.map((viewing) => storedOf(viewing)));
  expect(stored.reduce((count, { starts }) => count + starts.length, 0)).toBe(2000);
  expect(stored.map(({ watched }) => watched)).toEqual([1, 1, 1, 1]);
  const [{ count, watched }] = await analytics.owner.query(
    `SELECT play_count AS count, watched_seconds AS watched FROM analytics.watched_summaries WHERE lead_id = $1`,
    [watcher.leadId],
  );
  expect([count, watched]).toEqual([2000, 4]);
});

it('stores at most 2,000 ranges in all viewings of a session, though each saw the same', async () => {
  const viewings = await Promise.all(Array.from({ length: 5 }, () => begin(300_000)));
  const ranges = Array.from({ length: 500 }, (_, i): PlayedRange => [i / 10, i / 10 + 0.001]);
  const update = { duration: '0:00', completed: 'false', ranges } as const;
  for (const [index, viewing] of viewings.entries())
    await replica(index).update(viewing, watcher.sessionRef, update, randomUUID());
  const watched = await Promise.all(viewings.map(async (viewing) => (await storedOf(viewing)).watched));
  expect(watched).toEqual([0.5, 0.5, 0.5, 0.5, 0]);
});

it('accepts reports of pages that send no plays', async () => {
  await replica().update(
    id,
    watcher.sessionRef,
    { duration: '0:05', completed: 'false', ranges: [[0, 5]] },
    randomUUID(),
  );
  expect(await storedOf()).toMatchObject({ starts: [], watched: 5 });
  expect(await playedSeconds()).toBe(0);
});
