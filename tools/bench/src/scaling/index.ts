import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@secure-preview/embedded';
import {
  makeVideo,
  publishTrailer,
  readRunState,
  type StartedPortal,
  startPortal,
} from '@secure-preview/standalone';
import { cpuSeconds, residentMegabytes } from '../cpu-time.js';
import { type Row, report } from '../report.js';
import { startProxy } from './proxy.js';
import { Replicas, services } from './replicas.js';
import { type ScalingResult, scalingRows } from './rows.js';
import { type ServerCounts, Servers } from './servers.js';
import { Visitors } from './visitors.js';

const UPLOAD_PASSWORD = 'a password for the bench';
/** Small, so copying bytes does not dominate the measurement. */
const VIDEO = { seconds: 180, size: '640x360', videoBitsPerSecond: 300_000 };

const number = (name: string, fallback: number) => Number(process.env[name] || fallback);
/**
 * Plan of the run, with overrides in `BENCH_SECONDS`, `BENCH_WARM_UP_SECONDS`, `BENCH_VISITORS` and `BENCH_REPLICAS` (an
 * increasing list).
 */
const plan = {
  seconds: number('BENCH_SECONDS', 60),
  /** For each replica: Node compiles code that runs often, so each process needs as many requests as a single one. */
  warmUp: number('BENCH_WARM_UP_SECONDS', 30),
  visitors: number('BENCH_VISITORS', 24),
  replicas: (process.env['BENCH_REPLICAS'] || '1,2,4').split(',').map(Number),
};
const IDLE_SECONDS = 10;
/** Time for processes that have just started to load what they need and to connect; otherwise they are not idle. */
const SETTLE_SECONDS = 20;

type Groups = Record<string, readonly number[]>;
const perGroup = (groups: Groups, read: (pids: readonly number[]) => number) =>
  Object.fromEntries(Object.entries(groups).map(([name, pids]) => [name, read(pids)]));
const difference = <K extends string>(after: Record<K, number>, before: Record<K, number>) =>
  Object.fromEntries(Object.keys(after).map((key) => [key, after[key as K] - before[key as K]])) as Record<
    K,
    number
  >;

/** Measures complete visits at 1, 2 and 4 replicas of each service behind nginx. */
export async function run(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-scaling-'));
  const portal = await startPortal({
    dataDir,
    port: await freePort(),
    quiet: true,
    env: { UPLOAD_PASSWORD, LEADS_PER_MINUTE_PER_IP: '1000000', TRUST_PROXY: '127.0.0.0/8' },
  });
  const replicas = new Replicas(portal);
  try {
    await publishTrailer(portal.url, UPLOAD_PASSWORD, await makeVideo(dataDir, VIDEO));
    const rows: Row[] = [];
    let single: ScalingResult | undefined;
    for (const count of plan.replicas) {
      await replicas.grow(count);
      const result = await observe(dataDir, portal, replicas, count);
      single ??= result;
      rows.push(...scalingRows(result, single));
      // Writes after each step, so an interrupted run keeps its results.
      await report('scaling', rows);
      for (const error of new Set(result.visitors.errors)) console.error(error);
    }
  } finally {
    await replicas.stop();
    await portal.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function observe(
  dataDir: string,
  portal: StartedPortal,
  replicas: Replicas,
  count: number,
): Promise<ScalingResult> {
  const state = readRunState(dataDir);
  if (!state) throw new Error('the portal wrote no run state');
  const servers = await Servers.connect([state.redisUrl, state.rpcRedisUrl], state.databaseAdminUrl);
  const proxy = await startProxy(join(dataDir, `proxy-${count}`), replicas.gatewayPorts());
  const pids = portal.pids();
  const groups: Groups = {
    proxy: [proxy.pid],
    ...Object.fromEntries(services.map((service) => [service, replicas.pids(service)])),
    redis: [pids['redis'] ?? 0, pids['rpc-redis'] ?? 0],
    postgres: [pids['postgres'] ?? 0],
    'object store': [pids['object-store'] ?? 0],
  };
  try {
    await sleep(SETTLE_SECONDS * 1000);
    const idleBefore = perGroup(groups, cpuSeconds);
    await sleep(IDLE_SECONDS * 1000);
    const idle = difference(perGroup(groups, cpuSeconds), idleBefore);
    const visitors = new Visitors(proxy.url, plan.visitors);
    await sleep(plan.warmUp * count * 1000);
    visitors.count();
    const before = { servers: await servers.read(), cpu: perGroup(groups, cpuSeconds) };
    const generatorCpuBefore = cpuSeconds([visitors.pid]);
    const startedAt = performance.now();
    await sleep(plan.seconds * 1000);
    const cpu = difference(perGroup(groups, cpuSeconds), before.cpu);
    const [visits, after] = [await visitors.read(), await servers.read()];
    const seconds = (performance.now() - startedAt) / 1000;
    const visitorsCpu = cpuSeconds([visitors.pid]) - generatorCpuBefore;
    await visitors.stop();
    replicas.assertAll();
    return {
      replicas: count,
      seconds,
      visitors: visits,
      cpu,
      visitorsCpu,
      load: loadavg()[0] ?? 0,
      idleCpu: Object.fromEntries(Object.entries(idle).map(([name, used]) => [name, used / IDLE_SECONDS])),
      memory: perGroup(groups, (all) => all.reduce((sum, pid) => sum + residentMegabytes(pid), 0)),
      servers: {
        ...(difference({ ...after }, { ...before.servers }) as unknown as ServerCounts),
        postgresConnections: after.postgresConnections,
      },
    };
  } finally {
    await proxy.stop();
    await servers.close();
  }
}
