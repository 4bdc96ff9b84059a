import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, selectRows } from '@secure-preview/embedded';
import { type Administrator, readRunState, signIn, startPortal } from '@secure-preview/standalone';
import { Client } from 'pg';
import { z } from 'zod';
import { cpuSeconds } from '../cpu-time.js';
import { median, type Row, report, withGoal } from '../report.js';
import { type Query, queries } from './queries.js';
import { seedLeads } from './seed.js';

const UPLOAD_PASSWORD = 'a password for the bench';
const PAGE = 100;
const GOAL_MS = 100;

const number = (name: string, fallback: number) => Number(process.env[name] || fallback);
/** Plan of the run, with overrides in `BENCH_LEADS` and `BENCH_ROUNDS`. */
const plan = { leads: number('BENCH_LEADS', 1_000_000), rounds: number('BENCH_ROUNDS', 11) };

const order = {
  newest: 'captured_at DESC, id DESC',
  oldest: 'captured_at, id',
  name: 'name, id',
  email: 'email, id',
};

async function elapsedMs(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** Returns the number of leads that match a query, and the cursor of the middle lead if the query starts there. */
async function countMatches(
  owner: Client,
  { q = '', sort, fromMiddle }: Query,
): Promise<{ found: number; cursor?: string }> {
  const where = 'strpos(search_text, $1) > 0';
  const counted = await selectRows(
    owner,
    z.object({ found: z.int() }),
    `SELECT count(*)::int AS found FROM analytics.leads WHERE ${where}`,
    [q],
  );
  const found = counted[0]?.found ?? 0;
  if (!fromMiddle || found <= PAGE) return { found };
  const rows = await selectRows(
    owner,
    z.object({ id: z.uuid() }),
    `SELECT id FROM analytics.leads WHERE ${where} ORDER BY ${order[sort]} OFFSET $2 LIMIT 1`,
    [q, Math.floor(found / 2)],
  );
  return { found, cursor: Buffer.from((rows[0]?.id ?? '').replaceAll('-', ''), 'hex').toString('base64url') };
}

function pathOf({ sort, q }: Query, cursor: string | undefined): string {
  const query = new URLSearchParams({ limit: String(PAGE), sort });
  if (q !== undefined) query.set('q', q);
  if (cursor !== undefined) query.set('cursor', cursor);
  return `/api/lead-captures?${query}`;
}

/**
 * Measures pages of a million leads, as the administrator's browser requests them, against a page read by
 * primary key.
 */
export async function run(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-leads-'));
  const portal = await startPortal({
    dataDir,
    port: await freePort(),
    quiet: true,
    env: { UPLOAD_PASSWORD },
  });
  const owner = new Client({ connectionString: readRunState(dataDir)?.databaseAdminUrl });
  try {
    await owner.connect();
    await seedLeads(owner, plan.leads);
    const administrator = await signIn(portal.url, UPLOAD_PASSWORD);
    const pids = () => Object.values(portal.pids());
    const rows: Row[] = [];
    for (const query of queries) {
      rows.push(...(await measure(query, administrator, owner, pids)));
      // Writes early, so an interrupted run keeps its results.
      await report('leads', rows, false);
    }
    await report('leads', [
      ...rows,
      { name: 'load average of one minute', value: loadavg()[0] ?? 0, unit: 'load' },
    ]);
  } finally {
    await owner.end();
    await portal.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function measure(
  query: Query,
  administrator: Administrator,
  owner: Client,
  pids: () => number[],
): Promise<Row[]> {
  const { found, cursor } = await countMatches(owner, query);
  const page = () => administrator.call('GET', pathOf(query, cursor));
  const readByPrimaryKey = () => owner.query('SELECT * FROM analytics.leads ORDER BY id LIMIT $1', [PAGE]);
  const total = (await page()).headers.get('x-total-count');
  const portalTimes: number[] = [];
  const baseline: number[] = [];
  let cpu = 0;
  for (let round = 0; round < plan.rounds; round += 1) {
    const before = cpuSeconds(pids());
    portalTimes.push(await elapsedMs(page));
    cpu += cpuSeconds(pids()) - before;
    baseline.push(await elapsedMs(readByPrimaryKey));
  }
  const name = `${query.name}: ${found} found, total ${total}`;
  return [
    withGoal(
      {
        name,
        value: median(portalTimes),
        unit: 'ms',
        baseline: median(baseline),
        ratio: median(portalTimes) / median(baseline),
      },
      '≤',
      GOAL_MS,
    ),
    { name: '  fastest', value: Math.min(...portalTimes), unit: 'ms' },
    { name: '  CPU of all processes', value: (cpu * 1000) / plan.rounds, unit: 'ms' },
  ];
}
