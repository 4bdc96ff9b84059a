import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '../workspace/projects.js';
import type { Manifest } from './manifest.js';
import { render } from './render.js';
import { workloadsOf } from './workload.js';

const text = (file: string) => readFileSync(join(workspaceRoot, file), 'utf8');
const scaling = text('docs/SCALING.md').replace(/\s+/g, ' ');
const guide = text('docs/KUBERNETES.md');
const overlay = (name: string) => render(join(workspaceRoot, 'deploy/kubernetes/overlays', name));
const [example, large] = [overlay('example'), overlay('large')];

/** Converts a quantity such as `600m` or `2` to thousandths of a core. */
const milli = (quantity: unknown): number =>
  String(quantity).endsWith('m') ? Number.parseInt(String(quantity), 10) : Number(quantity) * 1000;

interface Scale {
  min: number;
  max: number;
  targetMilli: number;
  requestMilli: number;
}

/** Returns the range and the load target of each autoscaled workload, by its name. */
function scales(manifests: readonly Manifest[]): Map<string, Scale> {
  const requests = new Map(
    workloadsOf(manifests).map(({ name, container }) => [name, container.resources?.requests?.['cpu']]),
  );
  return new Map(
    manifests
      .filter(({ kind }) => kind === 'HorizontalPodAutoscaler')
      .map(({ spec }): [string, Scale] => [
        spec.scaleTargetRef.name,
        {
          min: spec.minReplicas,
          max: spec.maxReplicas,
          targetMilli: milli(spec.metrics[0].resource.target.averageValue),
          requestMilli: milli(requests.get(spec.scaleTargetRef.name)),
        },
      ]),
  );
}

/** Returns the number of connections, as a sum in the form that documents must contain. */
function connections(manifests: readonly Manifest[]): { sum: string; total: number } {
  const ranges = scales(manifests);
  const max = (name: string) => ranges.get(name)?.max ?? 0;
  const worker = manifests.find(
    ({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'media-worker',
  );
  expect(worker?.['spec'].replicas).toBe(1);
  const [auth, analytics, media] = [max('auth-service'), max('analytics-service'), max('media-service')];
  // One worker and one notifier.
  const total = 5 * auth + 10 * (analytics + media) + 28 + 5;
  return { sum: `${auth} × 5 + ${analytics} × 10 + ${media} × 10 + 28 + 5 = ${total}`, total };
}

it('adds replicas at the load that the document on scaling assumes', () => {
  const [, percent] = /Processes may be (\d+) % busy/.exec(scaling) ?? [];
  for (const manifests of [example, large])
    for (const [name, { targetMilli }] of scales(manifests))
      expect([name, targetMilli]).toEqual([name, 10 * Number(percent)]);
});

it('allows the replicas of a million visits a day in the large overlay, and requests their CPU', () => {
  const ranges = scales(large);
  const [line = ''] = /\*\*gateway\*\* \d+[^;]* replicas of one core each/.exec(scaling) ?? [];
  const calculated = [...line.matchAll(/\*\*([\w-]+)\*\* (\d+)/g)].map(([, name, count]) => [
    name,
    Number(count),
  ]);
  expect(calculated.map(([name]) => name)).toEqual(['gateway', 'media-service', 'analytics-service']);
  for (const [name, count] of calculated) {
    const { max, min, requestMilli, targetMilli } = ranges.get(String(name)) ?? {};
    expect([name, max, requestMilli]).toEqual([name, count, targetMilli]);
    expect(min).toBeGreaterThanOrEqual(Number(count) / 4);
  }
});

it('documents the range, connections and CPU of each workload', () => {
  const rows = [
    ...guide.matchAll(/^\| ([\w-]+)(?:, replicas)? \| (\d+) to (\d+) \| (\d+) to (\d+) \|$/gm),
  ].map(([, ...cells]) => cells);
  expect(rows.length).toBe(4);
  for (const [name = '', ...counts] of rows) {
    const both = [example, large].flatMap((manifests) => {
      const { min, max } = scales(manifests).get(name) ?? {};
      return [min, max];
    });
    expect([name, ...both]).toEqual([name, ...counts.map(Number)]);
  }
  const cores = (manifests: readonly Manifest[]) =>
    [...scales(manifests).values()].reduce((sum, { max, requestMilli }) => sum + max * requestMilli, 0) /
    1000;
  expect(guide).toContain(`| ${cores(example)} requested, without the worker | ${cores(large)} |`);
  const [, ...limits] = /^\| `max_connections` \| (\d+) \| (\d+) \|$/m.exec(guide) ?? [];
  for (const [index, manifests] of [example, large].entries()) {
    const { sum, total } = connections(manifests);
    expect(guide.replace(/\s+/g, ' ')).toContain(sum);
    // Adds one replica of each workload during a rollout, and a command.
    expect(Number(limits[index])).toBeGreaterThan(total + 5 + 10 + 10 + 28 + 5 + 10);
  }
  expect(scaling).toContain(
    `or ${connections(large).total} if an autoscaler runs four replicas of auth-service`,
  );
});
