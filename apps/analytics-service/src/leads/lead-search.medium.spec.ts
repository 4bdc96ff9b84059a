import { createHash } from 'node:crypto';
import { queryRows } from '@secure-preview/service-kit/postgres';
import { DataSource } from 'typeorm';
import * as z from 'zod';
import { type RunningAnalytics, startAnalytics } from '../testing/running-analytics.js';
import type { LeadOrder } from './lead.js';
import { LeadsService } from './leads.service.js';

const TEXT = 'I accept.';
const termsSha256 = createHash('sha256').update(TEXT).digest('hex');
/** Leads named "zq…"; more than the server sorts at once. */
const ZQ_LEADS = 23_000;
/** Leads named "man…"; more than the server scans in order before it sorts all matches. */
const MAN_LEADS = 12_000;
/** Leads named "wen…": a few, and the newest, so they fill the first page. */
const WEN_LEADS = 120;
const orders: readonly LeadOrder[] = ['newest', 'oldest', 'name', 'email'];
let analytics: RunningAnalytics;
let leads: LeadsService;

beforeAll(async () => {
  analytics = await startAnalytics();
  leads = (await analytics.replica()).get(LeadsService);
  await leads.registerTerms(termsSha256, '2025-10', TEXT);
  // Otherwise statistics could appear during the tests that run without them.
  await analytics.owner.query('ALTER TABLE analytics.leads SET (autovacuum_enabled = false)');
  // Leads named "zq…" are last by name and e-mail, and the oldest: only the order `oldest` starts with them.
  await analytics.owner.query(
    `INSERT INTO analytics.leads
       (id, command_id, name, email, search_text, ip, session_ref, terms_sha256, captured_at)
     SELECT gen_random_uuid(), gen_random_uuid(), name, name || '@example.org', name || E'\\n' || name || '@example.org',
            '203.0.113.1', gen_random_uuid(), $4, TIMESTAMPTZ '2026-01-01' + n * interval '1 second'
     FROM (SELECT n, CASE WHEN n <= $1::int THEN 'zq' WHEN n <= $1::int + $2::int THEN 'man' ELSE 'wen' END || n AS name
           FROM generate_series(1, $1::int + $2::int + $3::int) AS n) AS people`,
    [ZQ_LEADS, MAN_LEADS, WEN_LEADS, termsSha256],
  );
});
afterAll(() => analytics?.stop());

const columns = {
  newest: 'captured_at DESC, id DESC',
  oldest: 'captured_at, id',
  name: 'name, id',
  email: 'email, id',
};
/** Returns the ids that a page must contain, by a plain query without the search under test. */
const expected = async (order: LeadOrder, q: string, offset: number, limit: number) => {
  const rows = await queryRows(
    analytics.owner,
    z.object({ id: z.uuid() }),
    `SELECT id FROM analytics.leads WHERE strpos(search_text, $1) > 0 ORDER BY ${columns[order]} OFFSET $2 LIMIT $3`,
    [q, offset, limit],
  );
  return rows.map(({ id }) => id);
};

describe.each([
  ['without statistics', async () => undefined],
  ['with statistics', async () => void (await analytics.owner.query('ANALYZE analytics.leads'))],
])('%s', (_when, prepare) => {
  beforeAll(prepare);

  it.each(['zq', 'z', 'man', 'm', '7', 'q10', 'example', 'no such', '山'])(
    'finds %j in every order',
    async (q) => {
      for (const sort of orders) {
        const first = await leads.list({ limit: 20, sort, q });
        expect(first.leads.map(({ id }) => id)).toEqual(await expected(sort, q, 0, 20));
        if (first.nextCursor === null) continue;
        const second = await leads.list({ limit: 20, sort, q, cursor: first.nextCursor });
        expect(second.leads.map(({ id }) => id)).toEqual(await expected(sort, q, 20, 20));
        expect(second.total).toBe(first.total);
      }
    },
  );

  it.each(orders)('counts few matches of a single letter exactly in the order %j', async (sort) => {
    const { total, totalEstimated } = await leads.list({ limit: 20, sort, q: 'w' });
    expect({ total, totalEstimated }).toEqual({ total: WEN_LEADS, totalEstimated: false });
  });

  it('counts exactly up to ten thousand matches, and estimates larger totals', async () => {
    const total = async (q?: string) => {
      const { total, totalEstimated } = await leads.list({ limit: 1, sort: 'newest', q });
      return { total, totalEstimated };
    };
    const few = await expected('name', 'man2', 0, 10_000);
    expect(few.length).toBeGreaterThan(1000);
    expect(await total('man2')).toEqual({ total: few.length, totalEstimated: false });
    for (const [q, count] of [
      ['zq', ZQ_LEADS],
      [undefined, ZQ_LEADS + MAN_LEADS + WEN_LEADS],
    ] as const) {
      const { total: estimate, totalEstimated } = await total(q);
      expect(totalEstimated).toBe(true);
      expect(estimate).toBeGreaterThan(10_000);
      expect(estimate).toBeLessThan(count * 1.2);
    }
  });
});

it.each(['j', 'jk', 'jkl'])('searches for %j with an index', async (q) => {
  const plan = await (await analytics.replica())
    .get(DataSource)
    .query(
      'EXPLAIN SELECT FROM analytics.leads WHERE analytics.search_parts(search_text) @> analytics.search_parts($1)',
      [q],
    );
  expect(JSON.stringify(plan)).toContain('leads_search_parts');
});
