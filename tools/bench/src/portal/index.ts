import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@secure-preview/embedded';
import { readRunState, type StartedPortal, startPortal } from '@secure-preview/standalone';
import { residentMegabytes } from '../cpu-time.js';
import { median, type Row, report, withGoal } from '../report.js';
import { type LoadResult, measure, type Scenario, type Target } from './load.js';

const ROUNDS = 7;
const SECONDS = 5;
/** Goals against the Express baseline, as ratios. */
const MIN_STATUS_THROUGHPUT = 0.8;
const MAX_LEAD_CPU = 2.2;
/** Goal for the memory of each process at rest. */
const MAX_MEMORY_MB = 140;
/** Goal for a start. */
const MAX_START_SECONDS = 10;
const SERVICES = [
  'gateway',
  'auth-service',
  'analytics-service',
  'media-service',
  'media-worker',
  'notifier',
] as const;

/** Starts the baseline on the same Postgres and Redis as the portal. */
async function startBaseline(databaseAdminUrl: string, redisUrl: string) {
  const child = fork(fileURLToPath(new URL('./baseline-server.js', import.meta.url)), {
    env: {
      ...process.env,
      DATABASE_ADMIN_URL: databaseAdminUrl,
      REDIS_URL: redisUrl,
      NODE_ENV: 'production',
    },
  });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: () => child.kill() };
}

type Pair = readonly [portal: LoadResult, baseline: LoadResult];

/** Measures both sides in turn, so background load affects both. */
async function compare(portal: Target, baseline: Target, scenario: Scenario): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    pairs.push([await measure(portal, scenario, SECONDS), await measure(baseline, scenario, SECONDS)]);
  }
  return pairs;
}

function rows(scenario: Scenario, pairs: readonly Pair[]): Row[] {
  const row = (name: string, key: keyof LoadResult, unit: string) => ({
    name: `${scenario}: ${name}`,
    value: median(pairs.map(([portal]) => portal[key])),
    unit,
    baseline: median(pairs.map(([, baseline]) => baseline[key])),
    // The quotient of each round, because the speed of the machine changes between rounds.
    ratio: median(pairs.map(([portal, baseline]) => portal[key] / baseline[key])),
  });
  const throughput = row('throughput', 'requestsPerSecond', 'requests/s');
  const cpu = row('CPU of all processes', 'cpuMsPerRequest', 'ms/request');
  return [
    scenario === 'status' ? withGoal(throughput, '≥', MIN_STATUS_THROUGHPUT, 'ratio') : throughput,
    row('p50', 'p50Ms', 'ms'),
    row('p99', 'p99Ms', 'ms'),
    scenario === 'lead-capture' ? withGoal(cpu, '≤', MAX_LEAD_CPU, 'ratio') : cpu,
  ];
}

function memory(portal: StartedPortal): Row[] {
  const pids = portal.pids();
  return SERVICES.map((name) => {
    const value = residentMegabytes(pids[name] ?? 0);
    return withGoal({ name: `resident memory at rest: ${name}`, value, unit: 'MB' }, '≤', MAX_MEMORY_MB);
  });
}

/**
 * Measures the portal's gate against one Express process that does the same session work and the same INSERT.
 */
export async function run(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-portal-'));
  const startedAt = performance.now();
  const portal = await startPortal({
    dataDir,
    port: await freePort(),
    quiet: true,
    env: { LEADS_PER_MINUTE_PER_IP: '1000000', LOG_LEVEL: 'info' },
  });
  const startSeconds = (performance.now() - startedAt) / 1000;
  try {
    const state = readRunState(dataDir);
    if (!state) throw new Error('the portal wrote no run state');
    const result: Row[] = [
      withGoal(
        { name: 'npm start with builds and downloads in place, until ready', value: startSeconds, unit: 's' },
        '≤',
        MAX_START_SECONDS,
      ),
    ];
    result.push(...memory(portal));
    const baseline = await startBaseline(state.databaseAdminUrl, state.redisUrl);
    const serverPids = () => [portal.pids()['postgres'] ?? 0, portal.pids()['redis'] ?? 0];
    const sides: [Target, Target] = [
      {
        name: 'portal',
        url: portal.url,
        pids: () => [...[...SERVICES, 'rpc-redis'].map((name) => portal.pids()[name] ?? 0), ...serverPids()],
      },
      { name: 'baseline', url: baseline.url, pids: () => [baseline.pid, ...serverPids()] },
    ];
    for (const scenario of ['status', 'lead-capture'] as const) {
      result.push(...rows(scenario, await compare(...sides, scenario)));
    }
    baseline.stop();
    await report('portal', result);
  } finally {
    await portal.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
