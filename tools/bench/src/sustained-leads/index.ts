import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, readRunState, startPortal } from '@secure-preview/standalone';
import { Client } from 'pg';
import { cpuSeconds } from '../cpu-time.js';
import { type Row, report } from '../report.js';
import { judge } from './ledger.js';
import { drift, ownMegabytes, type Sample } from './memory.js';
import { type FromSender, Sender } from './sender.js';

const SHARE = 0.7;
const MAX_DRIFT = 1.05;
const SAMPLE_MS = 2000;
/**
 * Processes on the path of a lead whose memory must stay constant. Redis is not judged: it keeps a session of
 * each lead and grows by that. Other processes may leave garbage for minutes, since nothing demands their
 * memory.
 */
const JUDGED = ['gateway', 'analytics-service', 'postgres'];

const number = (name: string, otherwise: number) => Number(process.env[name] || otherwise);
/** Plan of the run, with overrides in `BENCH_MINUTES`, `BENCH_CAPACITY_SECONDS` and `BENCH_AT_ONCE`. */
const plan = {
  seconds: 60 * number('BENCH_MINUTES', 10),
  capacitySeconds: number('BENCH_CAPACITY_SECONDS', 30),
  atOnce: number('BENCH_AT_ONCE', 32),
};

/** Sends leads without a pause at 70 % of the portal's capacity, which is measured just before. */
export async function run(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-sustained-'));
  const env = { LEADS_PER_MINUTE_PER_IP: '1000000' };
  const portal = await startPortal({ dataDir, port: await freePort(), quiet: true, env });
  const owner = new Client({ connectionString: readRunState(dataDir)?.databaseAdminUrl });
  const sender = new Sender();
  try {
    await owner.connect();
    const { url } = portal;
    const { supervisor: _, ...pids } = portal.pids();
    const closed = { url, atOnce: plan.atOnce };
    const warm = await sender.send({ ...closed, seconds: plan.capacitySeconds / 2 });
    const before = await sender.send({ ...closed, seconds: plan.capacitySeconds });
    const capacity = before.acknowledged.length / before.seconds;
    const perSecond = SHARE * capacity;
    const samples: Sample[] = [];
    const began = performance.now();
    const watch = setInterval(
      () => samples.push({ at: (performance.now() - began) / 1000, megabytes: ownMegabytes(pids) }),
      SAMPLE_MS,
    );
    const cpuBefore = cpuSeconds(Object.values(pids));
    const sustained = await sender.send({ url, perSecond, seconds: plan.seconds });
    const cpu = cpuSeconds(Object.values(pids)) - cpuBefore;
    clearInterval(watch);
    const after = await sender.send({ ...closed, seconds: plan.capacitySeconds });
    if (Object.entries(pids).some(([name, pid]) => portal.pids()[name] !== pid))
      throw new Error('a process ended and was started again: its memory is none of one process');
    const all = [warm, before, sustained, after];
    const { rows } = await owner.query<{ number: number }>(
      `SELECT substring(email from '^lead-([0-9]+)@')::int AS number FROM analytics.leads
       WHERE email LIKE 'lead-%@bench.example'`,
    );
    const verdict = judge(
      all.flatMap(({ acknowledged }) => acknowledged),
      rows.map((row) => row.number),
    );
    await report('sustained-leads', [
      ...loadRows({ before, sustained, after, perSecond, cpu }),
      {
        name: 'acknowledged, all runs',
        value: all.reduce((sum, one) => sum + one.acknowledged.length, 0),
        unit: 'leads',
      },
      {
        name: 'acknowledged but not kept exactly once',
        value: verdict.lost,
        unit: 'leads',
        goal: '0',
        met: verdict.lost === 0,
      },
      {
        name: 'kept more than once',
        value: verdict.doubled,
        unit: 'leads',
        goal: '0',
        met: verdict.doubled === 0,
      },
      { name: 'kept without an answer', value: verdict.unanswered, unit: 'leads' },
      ...memoryRows(samples),
    ]);
  } finally {
    sender.end();
    await owner.end();
    await portal.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

interface Runs {
  before: FromSender;
  sustained: FromSender;
  after: FromSender;
  perSecond: number;
  cpu: number;
}

function loadRows({ before, sustained, after, perSecond, cpu }: Runs): Row[] {
  const refused = Object.values(sustained.refused).reduce((sum, count) => sum + count, 0);
  const rate = (of: FromSender) => of.acknowledged.length / of.seconds;
  const label = `${Math.round(plan.seconds / 6) / 10} min at ${SHARE * 100} %`;
  return [
    { name: `capacity before, ${plan.atOnce} at once`, value: rate(before), unit: 'leads/s' },
    { name: `capacity after, ${plan.atOnce} at once`, value: rate(after), unit: 'leads/s' },
    { name: `${label}: sent`, value: perSecond, unit: 'leads/s' },
    { name: `${label}: acknowledged`, value: rate(sustained), unit: 'leads/s' },
    { name: `${label}: refused or failed`, value: refused, unit: 'leads', goal: '0', met: refused === 0 },
    { name: `${label}: p50 from when it was due`, value: sustained.p50Ms, unit: 'ms' },
    { name: `${label}: p99 from when it was due`, value: sustained.p99Ms, unit: 'ms' },
    {
      name: `${label}: CPU of all processes`,
      value: (cpu * 1000) / sustained.acknowledged.length,
      unit: 'ms/lead',
    },
    { name: 'processes waiting to run, last minute', value: loadavg()[0] ?? 0, unit: 'load' },
  ];
}

function memoryRows(samples: readonly Sample[]): Row[] {
  // A fifth of the time is warm-up, then the first fifth is compared with the last.
  const part = plan.seconds / 5;
  return Object.keys(samples[0]?.megabytes ?? {}).map((name) => {
    const { first, last, ratio } = drift(samples, name, part, part);
    const goal = JUDGED.includes(name) ? { goal: `≤ ${MAX_DRIFT} ×`, met: ratio <= MAX_DRIFT } : {};
    return { name: `memory of ${name}`, value: last, unit: 'MB', baseline: first, ratio, ...goal };
  });
}
