import { join } from 'node:path';
import { hasApt } from '../debian/apt.js';
import { unpackedPackages } from '../debian/unpack.js';
import { type Log, onPath, versionOf } from '../system/command.js';

const names = { blackbox: 'prometheus-blackbox-exporter', node: 'prometheus-node-exporter' } as const;

/** Exporters that measure a portal's URLs, certificates and disks for Prometheus. */
export type Exporters = Readonly<Record<keyof typeof names, string>>;

/** Finds the exporters on PATH, or the distribution's, unpacked into the cache. */
export async function findExporters(log: Log): Promise<Exporters> {
  const [blackbox, node] = [onPath(names.blackbox), onPath(names.node)];
  if (blackbox !== undefined && node !== undefined) return { blackbox, node };
  if (!hasApt()) throw new Error(`Install ${Object.values(names).join(' and ')}.`);
  const inTree = (tree: string) => ({
    blackbox: join(tree, 'usr/bin', names.blackbox),
    node: join(tree, 'usr/bin', names.node),
  });
  const root = await unpackedPackages({
    name: 'prometheus-exporters',
    packages: Object.values(names),
    works: (tree) => Object.values(inTree(tree)).every((program) => versionOf(program) !== undefined),
    log,
  });
  return inTree(root);
}
