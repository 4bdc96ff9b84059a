import { randomUUID } from 'node:crypto';
import type { QueryRunner } from 'typeorm';
import { type RunningAnalytics, startAnalytics } from '../testing/running-analytics.js';
import { ViewingService } from '../viewing/viewing.service.js';
import { WatchedByLead1700000000004 } from './migrations/1700000000004-watched-by-lead.js';

let analytics: RunningAnalytics;
let viewing: ViewingService;

beforeAll(async () => {
  analytics = await startAnalytics();
  viewing = (await analytics.replica()).get(ViewingService);
});
afterAll(() => analytics?.stop());

const trailer = { id: randomUUID(), durationSeconds: 90, grantedAgoMs: 600_000 };
const other = { ...trailer, id: randomUUID(), durationSeconds: 30 };

async function watch(leadId: string, seen: typeof trailer | null, ranges: [number, number][]) {
  const watcher = { sessionRef: randomUUID(), leadId, ip: '203.0.113.1', userAgent: null };
  const id = await viewing.begin({ watcher, trailer: seen }, randomUUID());
  const update = { duration: '0:00', completed: 'false', ranges } as const;
  await viewing.update(id, watcher.sessionRef, update, randomUUID());
}

it('fills the summaries of earlier viewings exactly as the service stores them', async () => {
  const [one, two] = [randomUUID(), randomUUID()];
  await watch(one, trailer, [
    [0, 10.5],
    [20, 30],
  ]);
  await watch(one, trailer, [[5, 22.25]]);
  await watch(one, other, [[1, 2]]);
  await watch(one, null, [[0, 3]]);
  await watch(two, trailer, []);
  const kept = () =>
    analytics.owner.query(
      `SELECT lead_id, trailer_id, trailer_seconds, ranges, watched_seconds, played_at IS NULL AS unplayed
       FROM analytics.watched_summaries ORDER BY lead_id, trailer_id`,
    );
  const expected = await kept();
  expect(expected).toHaveLength(4);

  const statements: string[] = [];
  const runner = { query: async (statement: string) => statements.push(statement) } as unknown as QueryRunner;
  await new WatchedByLead1700000000004().up(runner);
  const [, filling] = statements.join('').split(/(?=INSERT INTO)|(?=DO \$\$)/);
  await analytics.owner.query('TRUNCATE analytics.watched_summaries');
  await analytics.owner.query(filling ?? '');
  expect(await kept()).toEqual(expected);
});
