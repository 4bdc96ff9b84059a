import { loadavg } from 'node:os';
import { until } from '@secure-preview/embedded';
import { type Row, report } from '../report.js';
import { Compose } from './compose.js';
import { startVisitors } from './visitors.js';

const READY_MS = 600_000;
const VISITORS = 3;
/** Containers of each application. */
const REPLICAS = Number(process.env['BENCH_REPLICAS'] || 2);
const applications = [
  'gateway',
  'auth-service',
  'analytics-service',
  'media-service',
  'media-worker',
  'notifier',
];

const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1000;
};
const load = (when: string): Row => ({
  name: `load average of one minute, ${when}`,
  value: loadavg()[0] ?? 0,
  unit: 'load',
});

/**
 * Measures a cold start from existing images, scaling to more containers, and their replacement one by one
 * under load. `PORTAL_VERSION` names existing images. Otherwise the images are built first, which is not timed.
 */
export async function run(): Promise<void> {
  const project = await Compose.prepare();
  if (!process.env['PORTAL_VERSION']) await project.compose('build');
  const rows: Row[] = [load('before')];
  try {
    const startSeconds = await seconds(async () => {
      await project.compose('up', '--detach', '--no-build');
      await until(
        async () =>
          (await fetch(`${project.url}/api/health/ready`, { signal: AbortSignal.timeout(5000) })).ok,
        { deadlineMs: READY_MS, everyMs: 100, what: 'the portal to be ready' },
      );
    });
    rows.push({
      name: 'cold docker compose up with existing images, until ready',
      value: startSeconds,
      unit: 's',
    });
    // Writes early, so an interrupted run keeps its results.
    await report('containers', rows, false);
    const containers = applications.length * REPLICAS;
    if (REPLICAS > 1) {
      const scale = applications.flatMap((service) => ['--scale', `${service}=${REPLICAS}`]);
      const scaleUpSeconds = await seconds(() =>
        project.compose('up', '--detach', '--no-build', '--no-recreate', '--wait', ...scale),
      );
      rows.push({
        name: `scaling to ${containers} application containers, until healthy`,
        value: scaleUpSeconds,
        unit: 's',
      });
      await report('containers', rows, false);
    }
    const visitors = startVisitors(project.url, VISITORS);
    const restartSeconds = await seconds(() => project.run('deploy/compose/rolling-update.sh', []));
    const { requests, errors, slowestMs } = await visitors.stop();
    rows.push(
      { name: `rolling restart of ${containers} containers, one by one`, value: restartSeconds, unit: 's' },
      { name: 'rolling restart, per container', value: restartSeconds / containers, unit: 's' },
      { name: 'requests of visitors during the restart', value: requests, unit: 'requests' },
      {
        name: 'failed requests of visitors',
        value: errors.length,
        unit: 'requests',
        goal: '0',
        met: errors.length === 0,
      },
      { name: 'slowest request of visitors', value: slowestMs, unit: 'ms' },
      {
        name: 'embedded object store instead of SeaweedFS',
        value: Number(project.usesEmbeddedStore),
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
