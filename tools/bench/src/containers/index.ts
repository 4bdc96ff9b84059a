import { loadavg } from 'node:os';
import { until } from '@secure-preview/standalone';
import { type Row, report } from '../report.js';
import { Compose } from './compose.js';
import { startVisitors } from './visitors.js';

const READY_MS = 600_000;
const VISITORS = 3;
/** Containers of each application, each of which is replaced. */
const REPLICAS = Number(process.env['BENCH_REPLICAS'] || 2);
const applications = ['gateway', 'auth-service', 'analytics-service', 'media-service', 'media-worker'];

const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
};
const load = (when: string): Row => ({
  name: `processes waiting to run, last minute, ${when}`,
  value: loadavg()[0] ?? 0,
  unit: 'load',
});

/**
 * Measures the time from bare images to a portal that responds, then to more containers of each service. Then
 * measures their replacement one by one under load. `PORTAL_VERSION` names existing images; otherwise they
 * are built first, which is not timed.
 */
export async function run(): Promise<void> {
  const project = await Compose.prepare();
  if (!process.env['PORTAL_VERSION']) await project.compose('build');
  const rows: Row[] = [load('before')];
  try {
    const up = await seconds(async () => {
      await project.compose('up', '--detach', '--no-build');
      await until(
        async () =>
          (await fetch(`${project.url}/api/health/ready`, { signal: AbortSignal.timeout(5000) })).ok,
        { deadlineMs: READY_MS, everyMs: 100, what: 'the portal to be ready' },
      );
    });
    rows.push({
      name: 'cold docker compose up, images there, to a portal that is ready',
      value: up,
      unit: 's',
    });
    // Written early, so that an interrupted run leaves its results so far.
    await report('containers', rows, false);
    const containers = applications.length * REPLICAS;
    if (REPLICAS > 1) {
      const scale = applications.flatMap((service) => ['--scale', `${service}=${REPLICAS}`]);
      const grow = await seconds(() =>
        project.compose('up', '--detach', '--no-build', '--no-recreate', '--wait', ...scale),
      );
      rows.push({
        name: `to ${containers} containers of the applications, all healthy`,
        value: grow,
        unit: 's',
      });
      await report('containers', rows, false);
    }
    const visitors = startVisitors(project.url, VISITORS);
    const roll = await seconds(() => project.run('deploy/compose/rolling-update.sh', []));
    const { requests, errors, slowestMs } = await visitors.go();
    rows.push(
      { name: `rolling restart of these ${containers}, one by one`, value: roll, unit: 's' },
      { name: 'the same for each container', value: roll / containers, unit: 's' },
      { name: 'requests of visitors meanwhile', value: requests, unit: 'requests' },
      {
        name: 'of those failed',
        value: errors.length,
        unit: 'requests',
        goal: '0',
        met: errors.length === 0,
      },
      { name: 'slowest of them', value: slowestMs, unit: 'ms' },
      {
        name: 'object store of the project in place of SeaweedFS',
        value: Number(project.standIn),
        unit: '1: yes',
      },
      load('after'),
    );
    await report('containers', rows);
    for (const error of new Set(errors)) console.error(error);
  } finally {
    await project.compose('down', '--volumes', '--remove-orphans', '--timeout', '20');
  }
}
