import { spawnSync } from 'node:child_process';
import { hasApt } from '../debian/apt.js';
import { unpackedPackages } from '../debian/unpack.js';
import { wrapperPath, writeWrapper } from '../debian/wrapper.js';
import { type Log, onPath } from '../system/command.js';

const hasSecureLink = (program: string) => {
  // nginx prints its build options on stderr.
  const { stderr } = spawnSync(program, ['-V'], { encoding: 'utf8', timeout: 20_000 });
  return /--with-http_secure_link_module/.test(stderr ?? '');
};

/** Finds nginx with `secure_link`: on PATH, or the distribution's, unpacked into the cache. */
export async function findNginx(log: Log): Promise<string> {
  const installed = onPath('nginx');
  if (installed !== undefined && hasSecureLink(installed)) return installed;
  if (!hasApt()) throw new Error('Install nginx with its secure_link module.');
  const root = await unpackedPackages({
    name: 'nginx',
    packages: ['nginx'],
    works: (tree) => hasSecureLink(wrapperPath(tree, 'nginx')),
    finish: (draft, tree) => writeWrapper(draft, tree, 'nginx', 'usr/sbin/nginx'),
    log,
  });
  return wrapperPath(root, 'nginx');
}
