import { randomUUID } from 'node:crypto';
import { type RunningAnalytics, startAnalytics } from '../testing/running-analytics.js';
import { ViewingService } from './viewing.service.js';

let analytics: RunningAnalytics;
let viewing: ViewingService;

beforeAll(async () => {
  analytics = await startAnalytics();
  viewing = (await analytics.replica()).get(ViewingService);
});
afterAll(() => analytics?.stop());

const trailer = { id: randomUUID(), durationSeconds: 90, grantedAgoMs: 600_000 };
const otherTrailer = { ...trailer, id: randomUUID(), durationSeconds: 30 };

async function watch(leadId: string, seen: typeof trailer | null, ranges: [number, number][]) {
  const watcher = { sessionRef: randomUUID(), leadId, ip: '203.0.113.1', userAgent: null };
  const id = await viewing.begin({ watcher, trailer: seen }, randomUUID());
  const update = { duration: '0:00', completed: 'false', ranges } as const;
  await viewing.update(id, watcher.sessionRef, update, randomUUID());
}

/** Derives what each lead watched of each trailer from its viewing sessions alone. */
const DERIVED = `
  SELECT lead_id, trailer_id, trailer_seconds,
         (SELECT coalesce(jsonb_agg(jsonb_build_array(lower(piece), upper(piece)) ORDER BY piece), '[]')
          FROM unnest(played) AS piece) AS ranges,
         (SELECT coalesce(sum(upper(piece) - lower(piece)), 0)::float8 FROM unnest(played) AS piece) AS watched_seconds,
         unplayed
  FROM (
    SELECT v.lead_id, v.trailer_id, max(v.trailer_seconds) AS trailer_seconds, range_agg(parts.played) AS played,
           bool_and(s.watched_seconds = 0) AS unplayed
    FROM analytics.viewing_sessions v JOIN analytics.viewing_summaries s ON s.viewing_session_id = v.id
    CROSS JOIN LATERAL (
      SELECT range_agg(numrange((part->>0)::numeric, (part->>1)::numeric)) AS played
      FROM jsonb_array_elements(s.ranges) AS part) AS parts
    GROUP BY v.lead_id, v.trailer_id) AS known
  ORDER BY lead_id, trailer_id`;

it('stores the union of the viewing sessions of each lead and trailer', async () => {
  const [first, second] = [randomUUID(), randomUUID()];
  await watch(first, trailer, [
    [0, 10.5],
    [20, 30],
  ]);
  await watch(first, trailer, [[5, 22.25]]);
  await watch(first, otherTrailer, [[1, 2]]);
  await watch(first, null, [[0, 3]]);
  await watch(second, trailer, []);
  const stored = await analytics.owner.query(
    `SELECT lead_id, trailer_id, trailer_seconds, ranges, watched_seconds, played_at IS NULL AS unplayed
     FROM analytics.watched_summaries ORDER BY lead_id, trailer_id`,
  );
  expect(stored).toHaveLength(4);
  expect(await analytics.owner.query(DERIVED)).toEqual(stored);
});
