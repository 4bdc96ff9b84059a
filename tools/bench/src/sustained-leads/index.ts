import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, selectRows } from '@secure-preview/embedded';
import { readRunState, startPortal } from '@secure-preview/standalone';
import { HttpLoad, isSuccess, type LoadRequest, type Outcome, quantile } from '@secure-preview/testing';
import { Client } from 'pg';
import { z } from 'zod';
import { cpuSeconds } from '../cpu-time.js';
import { type Row, report, withGoal } from '../report.js';
import { compareLeads } from './ledger.js';
import { memoryDrift, privateMegabytes, type Sample } from './memory.js';

const SHARE = 0.7;
const MAX_DRIFT = 1.05;
/** Minimum length in minutes of a run whose memory growth has a goal. */
const MIN_MEMORY_MINUTES = 10;
const SAMPLE_MS = 2000;
/**
 * Processes whose memory must stay constant. Redis grows by a session for each lead. Idle processes may delay
 * their garbage collection for minutes.
 */
const CONSTANT_MEMORY = ['gateway', 'analytics-service', 'postgres'];

const number = (name: string, fallback: number) => Number(process.env[name] || fallback);
/** Plan of the run, with overrides in `BENCH_MINUTES`, `BENCH_CAPACITY_SECONDS` and `BENCH_CONCURRENCY`. */
const plan = {
  seconds: 60 * number('BENCH_MINUTES', 10),
  capacitySeconds: number('BENCH_CAPACITY_SECONDS', 30),
  concurrency: number('BENCH_CONCURRENCY', 32),
};

interface Run {
  outcomes: Outcome[];
  seconds: number;
}

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

const acknowledged = ({ outcomes }: Run) => outcomes.filter(isSuccess);
const rate = (of: Run) => acknowledged(of).length / of.seconds;

const zeroRow = (name: string, value: number): Row => ({
  name,
  value,
  unit: 'leads',
  goal: '0',
  met: value === 0,
});

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
    const cpuBefore = cpuSeconds(Object.values(pids));
    const sustained = await timed(load.open(perSecond, plan.seconds));
    const cpu = cpuSeconds(Object.values(pids)) - cpuBefore;
    clearInterval(sampler);
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
      ...loadRows({ before, sustained, after, perSecond, cpu }),
      { name: 'acknowledged, all runs', value: acknowledgedLeads.length, unit: 'leads' },
      zeroRow('acknowledged but not stored exactly once', result.lost),
      zeroRow('stored more than once', result.duplicated),
      { name: 'stored without an acknowledgement', value: result.unacknowledged, unit: 'leads' },
      ...memoryRows(samples),
    ]);
  } finally {
    load.close();
    await owner.end();
    await portal.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

interface Runs {
  before: Run;
  sustained: Run;
  after: Run;
  perSecond: number;
  cpu: number;
}

function loadRows({ before, sustained, after, perSecond, cpu }: Runs): Row[] {
  const acknowledgedCount = acknowledged(sustained).length;
  const label = `${Math.round(plan.seconds / 6) / 10} min at ${SHARE * 100} %`;
  return [
    { name: `capacity before, ${plan.concurrency} concurrent`, value: rate(before), unit: 'leads/s' },
    { name: `capacity after, ${plan.concurrency} concurrent`, value: rate(after), unit: 'leads/s' },
    { name: `${label}: sent`, value: perSecond, unit: 'leads/s' },
    { name: `${label}: acknowledged`, value: rate(sustained), unit: 'leads/s' },
    zeroRow(`${label}: rejected or failed`, sustained.outcomes.length - acknowledgedCount),
    { name: `${label}: p50 from the scheduled time`, value: quantile(sustained.outcomes, 0.5), unit: 'ms' },
    { name: `${label}: p99 from the scheduled time`, value: quantile(sustained.outcomes, 0.99), unit: 'ms' },
    {
      name: `${label}: CPU of all processes`,
      value: (cpu * 1000) / acknowledgedCount,
      unit: 'ms/lead',
    },
    { name: 'load average of one minute', value: loadavg()[0] ?? 0, unit: 'load' },
  ];
}

function memoryRows(samples: readonly Sample[]): Row[] {
  // Skips a fifth of the time as warm-up, then compares the first fifth with the last.
  const partSeconds = plan.seconds / 5;
  const hasGoal = plan.seconds >= MIN_MEMORY_MINUTES * 60;
  return Object.keys(samples[0]?.megabytes ?? {}).map((name) => {
    const { first, last, ratio } = memoryDrift(samples, name, partSeconds, partSeconds);
    const row = { name: `memory of ${name}`, value: last, unit: 'MB', baseline: first, ratio };
    return hasGoal && CONSTANT_MEMORY.includes(name) ? withGoal(row, '≤', MAX_DRIFT, 'ratio') : row;
  });
}
