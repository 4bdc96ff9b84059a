import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, readRunState, startPortal } from '@secure-preview/standalone';
import { HttpLoad, isSuccess, type LoadRequest, type Outcome, quantile } from '@secure-preview/testing';
import { Client } from 'pg';
import { cpuSeconds } from '../cpu-time.js';
import { type Row, report } from '../report.js';
import { judge } from './ledger.js';
import { drift, ownMegabytes, type Sample } from './memory.js';

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

interface Sent {
  outcomes: Outcome[];
  seconds: number;
}

/** Creates leads, each with a number in its e-mail, which is also its kind. */
function numberedLeads(): () => LoadRequest {
  let sent = 0;
  return () => {
    const kind = String(sent++);
    const lead = { name: `Lead ${kind}`, email: `lead-${kind}@bench.example`, termsAccepted: 'true' };
    return { kind, method: 'POST', path: '/api/auth/lead-capture', body: JSON.stringify(lead) };
  };
}

async function timed(sending: Promise<Outcome[]>): Promise<Sent> {
  const began = performance.now();
  const outcomes = await sending;
  return { outcomes, seconds: (performance.now() - began) / 1000 };
}

const acknowledged = ({ outcomes }: Sent) => outcomes.filter(isSuccess);
const rate = (of: Sent) => acknowledged(of).length / of.seconds;

const none = (name: string, value: number): Row => ({
  name,
  value,
  unit: 'leads',
  goal: '0',
  met: value === 0,
});

/** Sends leads without a pause at 70 % of the portal's capacity, which is measured just before. */
export async function run(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-sustained-'));
  const env = { LEADS_PER_MINUTE_PER_IP: '1000000' };
  const portal = await startPortal({ dataDir, port: await freePort(), quiet: true, env });
  const owner = new Client({ connectionString: readRunState(dataDir)?.databaseAdminUrl });
  const load = new HttpLoad(portal.url, numberedLeads());
  const closed = (seconds: number) => timed(load.closed(plan.atOnce, seconds));
  try {
    await owner.connect();
    const { supervisor: _, ...pids } = portal.pids();
    const warm = await closed(plan.capacitySeconds / 2);
    const before = await closed(plan.capacitySeconds);
    const perSecond = SHARE * rate(before);
    const samples: Sample[] = [];
    const began = performance.now();
    const watch = setInterval(
      () => samples.push({ at: (performance.now() - began) / 1000, megabytes: ownMegabytes(pids) }),
      SAMPLE_MS,
    );
    const cpuBefore = cpuSeconds(Object.values(pids));
    const sustained = await timed(load.open(perSecond, plan.seconds));
    const cpu = cpuSeconds(Object.values(pids)) - cpuBefore;
    clearInterval(watch);
    const after = await closed(plan.capacitySeconds);
    if (Object.entries(pids).some(([name, pid]) => portal.pids()[name] !== pid))
      throw new Error('a process was restarted, so its memory is not that of a single process');
    const all = [warm, before, sustained, after].flatMap(acknowledged);
    const { rows } = await owner.query<{ number: number }>(
      `SELECT substring(email from '^lead-([0-9]+)@')::int AS number FROM analytics.leads
       WHERE email LIKE 'lead-%@bench.example'`,
    );
    const verdict = judge(
      all.map(({ kind }) => Number(kind)),
      rows.map((row) => row.number),
    );
    await report('sustained-leads', [
      ...loadRows({ before, sustained, after, perSecond, cpu }),
      { name: 'acknowledged, all runs', value: all.length, unit: 'leads' },
      none('acknowledged but not stored exactly once', verdict.lost),
      none('stored more than once', verdict.doubled),
      { name: 'stored without a response', value: verdict.unanswered, unit: 'leads' },
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
  before: Sent;
  sustained: Sent;
  after: Sent;
  perSecond: number;
  cpu: number;
}

function loadRows({ before, sustained, after, perSecond, cpu }: Runs): Row[] {
  const answered = acknowledged(sustained).length;
  const label = `${Math.round(plan.seconds / 6) / 10} min at ${SHARE * 100} %`;
  return [
    { name: `capacity before, ${plan.atOnce} at once`, value: rate(before), unit: 'leads/s' },
    { name: `capacity after, ${plan.atOnce} at once`, value: rate(after), unit: 'leads/s' },
    { name: `${label}: sent`, value: perSecond, unit: 'leads/s' },
    { name: `${label}: acknowledged`, value: rate(sustained), unit: 'leads/s' },
    none(`${label}: refused or failed`, sustained.outcomes.length - answered),
    { name: `${label}: p50 from when it was due`, value: quantile(sustained.outcomes, 0.5), unit: 'ms' },
    { name: `${label}: p99 from when it was due`, value: quantile(sustained.outcomes, 0.99), unit: 'ms' },
    {
      name: `${label}: CPU of all processes`,
      value: (cpu * 1000) / answered,
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
