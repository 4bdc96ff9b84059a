import { join } from 'node:path';
import { cacheDir } from '../system/cache-dir.js';
import { type Log, output, tryThreeTimes } from '../system/command.js';
import { withLock } from '../system/lock.js';

/** Timeout of one apt command, in milliseconds: some packages are large. */
const APT_MS = 600_000;
const LOCK_MS = 900_000;

/** Returns whether this process is root, and so may install packages. */
export const isRoot = (): boolean => process.getuid?.() === 0;

/**
 * Installs packages of the distribution, unless another process did so in the meantime.
 *
 * @param title for the log
 */
export async function installAsRoot(
  { title, packages, isInstalled }: { title: string; packages: string[]; isInstalled: () => boolean },
  log: Log,
): Promise<void> {
  const options = ['-q', '-y', '-o', 'DPkg::Lock::Timeout=300', '-o', 'Acquire::Retries=2'];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args: string[]) => output('apt-get', [...options, ...args], APT_MS, { env });
  const install = () => apt('install', '--no-install-recommends', ...packages);
  await withLock(join(cacheDir(), 'apt-install.lock'), LOCK_MS, async () => {
    if (isInstalled()) return;
    log(`Installing ${title} …`);
    await install().catch(async () => {
      await tryThreeTimes(() => apt('update'));
      await tryThreeTimes(install);
    });
  });
}
