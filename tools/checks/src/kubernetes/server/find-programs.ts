import { basename, dirname, join } from 'node:path';
import { cacheDir, onPath } from '@secure-preview/embedded';

/** Programs of a control plane without nodes, and the settings with their paths. */
const settings = { 'kube-apiserver': 'KUBE_APISERVER_PATH', etcd: 'ETCD_PATH' } as const;

type ProgramName = keyof typeof settings;
export type ServerPrograms = Readonly<Record<ProgramName, string>>;

/**
 * Finds each program at the path of its setting, else on PATH, else in `kubernetes` in the folder of downloads.
 *
 * @throws Error with one sentence that says how to get a missing program
 */
export function findServerPrograms(env: NodeJS.ProcessEnv = process.env): ServerPrograms {
  const cache = join(cacheDir(env), 'kubernetes');
  const find = (name: ProgramName): string => {
    const setting = settings[name];
    const configured = env[setting];
    const found = configured
      ? onPath(basename(configured), { PATH: dirname(configured) })
      : (onPath(name, env) ?? onPath(name, { PATH: cache }));
    if (found) return found;
    const where = configured ? `an executable file at ${configured}` : `on PATH or in ${cache}`;
    throw new Error(
      `${name} is not ${where}: get it as docs/KUBERNETES.md#check-the-manifests describes, and set ${setting}.`,
    );
  };
  return { 'kube-apiserver': find('kube-apiserver'), etcd: find('etcd') };
}
