import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, selectRows } from '@secure-preview/embedded';
import { readRunState, startPortal } from '@secure-preview/standalone';
import { HttpLoad, type LoadRequest, type Outcome } from '@secure-preview/testing';
import { Client } from 'pg';
import { z } from 'zod';
import { cpuSeconds } from '../cpu-time.js';
import { report } from '../report.js';
import { compareLeads } from './ledger.js';
import { privateMegabytes, type Sample } from './memory.js';
import { readRejections, rejectionRows } from './rejections.js';
import { acknowledged, loadRows, memoryRows, type Run, rate, zeroRow } from './rows.js';

const SHARE = 0.7;
const SAMPLE_MS = 2000;

const number = (name: string, fallback: number) => Number(process.env[name] || fallback);
/** Plan of the run, with overrides in `BENCH_MINUTES`, `BENCH_CAPACITY_SECONDS` and `BENCH_CONCURRENCY`. */
const plan = {
  seconds: 60 * number('BENCH_MINUTES', 10),
  capacitySeconds: number('BENCH_CAPACITY_SECONDS', 30),
  concurrency: number('BENCH_CONCURRENCY', 32),
};

/** Name of the run at 70 % in the report. */
const sustainedLabel = `${Math.round(plan.seconds / 6) / 10} min at ${SHARE * 100} %`;

/** Creates leads with a number in the e-mail, which is also the kind of the request. */
function numberedLeads(): () => LoadRequest {
  let sent = 0;
  return () => {
    const kind = String(sent++);
    const lead = { name: `Lead ${kind}`, email: `lead-${kind}@bench.example`, termsAccepted: 'true' };
    return { kind, method: 'POST', path: '/api/auth/lead-capture', body: JSON.stringify(lead) };
  };
}

async function timed(sending: Promise<Outcome[]>): Promise<Run> {
  const startedAt = performance.now();
  const outcomes = await sending;
  return { outcomes, seconds: (performance.now() - startedAt) / 1000 };
}

/** Measures the capacity of the portal, then sends leads at 70 % of the capacity. */
export async function run(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-sustained-'));
  const env = { LEADS_PER_MINUTE_PER_IP: '1000000' };
  const portal = await startPortal({ dataDir, port: await freePort(), quiet: true, env });
  const owner = new Client({ connectionString: readRunState(dataDir)?.databaseAdminUrl });
  const load = new HttpLoad(portal.url, numberedLeads());
  const closed = (seconds: number) => timed(load.closed(plan.concurrency, seconds));
  try {
    await owner.connect();
    const { supervisor: _, ...pids } = portal.pids();
    const warmUp = await closed(plan.capacitySeconds / 2);
    const before = await closed(plan.capacitySeconds);
    const perSecond = SHARE * rate(before);
    const samples: Sample[] = [];
    const startedAt = performance.now();
    const sampler = setInterval(
      () => samples.push({ at: (performance.now() - startedAt) / 1000, megabytes: privateMegabytes(pids) }),
      SAMPLE_MS,
    );
    const rejectedBefore = await readRejections(portal.internalPorts());
    const cpuBefore = cpuSeconds(Object.values(pids));
    const sustained = await timed(load.open(perSecond, plan.seconds));
    const cpu = cpuSeconds(Object.values(pids)) - cpuBefore;
    clearInterval(sampler);
    const rejectedAfter = await readRejections(portal.internalPorts());
    const after = await closed(plan.capacitySeconds);
    if (Object.entries(pids).some(([name, pid]) => portal.pids()[name] !== pid))
      throw new Error('a process was restarted, so its memory cannot be compared');
    const acknowledgedLeads = [warmUp, before, sustained, after].flatMap(acknowledged);
    const rows = await selectRows(
      owner,
      z.object({ number: z.int() }),
      `SELECT substring(email from '^lead-([0-9]+)@')::int AS number FROM analytics.leads
       WHERE email LIKE 'lead-%@bench.example'`,
    );
    const result = compareLeads(
      acknowledgedLeads.map(({ kind }) => Number(kind)),
      rows.map((row) => row.number),
    );
    await report('sustained-leads', [
      ...loadRows(sustainedLabel, {
        before,
        sustained,
        after,
        concurrency: plan.concurrency,
        perSecond,
        cpu,
      }),
      ...rejectionRows(sustainedLabel, rejectedBefore, rejectedAfter, sustained.outcomes),
      { name: 'acknowledged, all runs', value: acknowledgedLeads.length, unit: 'leads' },
      zeroRow('acknowledged but not stored exactly once', result.lost),
      zeroRow('stored more than once', result.duplicated),
      { name: 'stored without an acknowledgement', value: result.unacknowledged, unit: 'leads' },
      ...memoryRows(samples, plan.seconds),
    ]);
  } finally {
    load.close();
    await owner.end();
    await portal.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
