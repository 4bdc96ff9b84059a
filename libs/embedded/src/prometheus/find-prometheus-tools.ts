import { join } from 'node:path';
import { hasApt } from '../debian/apt.js';
import { unpackedPackages } from '../debian/unpack.js';
import { type Log, onPath, versionOf } from '../system/command.js';

/** Programs that check the configuration of Prometheus and its Alertmanager. */
export interface PrometheusTools {
  readonly promtool: string;
  readonly amtool: string;
}

/** Finds the tools on PATH, or the distribution's, unpacked into the cache. */
export async function findPrometheusTools(log: Log): Promise<PrometheusTools> {
  const [promtool, amtool] = [onPath('promtool'), onPath('amtool')];
  if (promtool !== undefined && amtool !== undefined) return { promtool, amtool };
  if (!hasApt()) throw new Error('Install promtool and amtool, of Prometheus and its Alertmanager.');
  const inTree = (tree: string) => ({
    promtool: join(tree, 'usr/bin/promtool'),
    amtool: join(tree, 'usr/bin/amtool'),
  });
  const root = await unpackedPackages({
    name: 'prometheus',
    packages: ['prometheus', 'prometheus-alertmanager'],
    works: (tree) => Object.values(inTree(tree)).every((program) => versionOf(program) !== undefined),
    log,
  });
  return inTree(root);
}
