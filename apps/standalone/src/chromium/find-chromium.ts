import { join } from 'node:path';
import { hasApt } from '../debian/apt.js';
import { writeFontSettings } from '../debian/font-settings.js';
import { unpackedPackages } from '../debian/unpack.js';
import { wrapperPath, writeWrapper } from '../debian/wrapper.js';
import { cacheDir } from '../system/cache-dir.js';
import { isExecutable, type Log, onPath, output, threeTimes, versionOf } from '../system/command.js';
import { withLock } from '../system/lock.js';

/** The browser, and fonts for the scripts that names and descriptions may use. */
const packages = ['chromium', 'chromium-common', 'fonts-dejavu-core', 'fonts-noto-core'];
const runs = (command: string) => /Chrom/.test(versionOf(command) ?? '');

function installed(env: NodeJS.ProcessEnv): string | undefined {
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
  return names.map((name) => onPath(name, env)).find((path) => path !== undefined && runs(path));
}

async function installAsRoot(log: Log): Promise<void> {
  const apt = (...args: string[]) =>
    output(
      'apt-get',
      ['-q', '-y', '-o', 'DPkg::Lock::Timeout=300', '-o', 'Acquire::Retries=2', ...args],
      600_000,
      {
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      },
    );
  const install = () => apt('install', '--no-install-recommends', ...packages);
  log('Installing Chromium for the browser tests …');
  await install().catch(async () => {
    await threeTimes(() => apt('update'));
    await threeTimes(install);
  });
}

async function unpack(log: Log): Promise<string> {
  const root = await unpackedPackages({
    name: 'chromium',
    packages,
    works: (tree) => runs(wrapperPath(tree, 'chromium')),
    finish: (draft, tree) =>
      writeWrapper(draft, tree, 'chromium', 'usr/lib/chromium/chromium', {
        FONTCONFIG_FILE: writeFontSettings(draft, tree),
      }),
    log,
  });
  return wrapperPath(root, 'chromium');
}

/**
 * Finds Chromium for the browser tests: the one in `CHROMIUM_PATH`, else the one on PATH, else the
 * distribution's. The latter is installed if this process is root, and unpacked into the cache otherwise.
 */
export async function findChromium(log: Log, env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const named = env['CHROMIUM_PATH'];
  if (named && !isExecutable(named)) throw new Error(`CHROMIUM_PATH names no program: ${named}`);
  const found = named || installed(env);
  if (found) return found;
  const advice = 'Install Chromium (chromium on PATH), or name it in CHROMIUM_PATH.';
  if (!hasApt()) throw new Error(advice);
  let reason: unknown;
  try {
    if (process.getuid?.() === 0) {
      await withLock(join(cacheDir(), 'apt-install.lock'), 900_000, async () => {
        if (installed(env) === undefined) await installAsRoot(log);
      });
      const path = installed(env);
      if (path !== undefined) return path;
    }
    return await unpack(log);
  } catch (error) {
    reason = error;
  }
  throw new Error(`Chromium could not be fetched. ${advice}`, { cause: reason });
}
