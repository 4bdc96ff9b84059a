import { hasApt } from '../debian/apt.js';
import { writeFontSettings } from '../debian/font-settings.js';
import { installAsRoot, isRoot } from '../debian/install-as-root.js';
import { unpackedPackages } from '../debian/unpack.js';
import { wrapperPath, writeWrapper } from '../debian/wrapper.js';
import { isExecutable, type Log, onPath, versionOf } from '../system/command.js';

/** The browser, and fonts for the scripts that names and descriptions may use. */
const packages = ['chromium', 'chromium-common', 'fonts-dejavu-core', 'fonts-noto-core'];
const runs = (command: string) => /Chrom/.test(versionOf(command) ?? '');

function installed(env: NodeJS.ProcessEnv): string | undefined {
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
  return names.map((name) => onPath(name, env)).find((path) => path !== undefined && runs(path));
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
  if (named && !isExecutable(named)) throw new Error(`CHROMIUM_PATH is not an executable file: ${named}`);
  const found = named || installed(env);
  if (found) return found;
  const advice = 'Install Chromium (chromium on PATH), or set CHROMIUM_PATH.';
  if (!hasApt()) throw new Error(advice);
  let reason: unknown;
  try {
    if (isRoot()) {
      const isInstalled = () => installed(env) !== undefined;
      await installAsRoot({ title: 'Chromium', packages, isInstalled }, log);
      const path = installed(env);
      if (path !== undefined) return path;
    }
    return await unpack(log);
  } catch (error) {
    reason = error;
  }
  throw new Error(`Chromium could not be fetched. ${advice}`, { cause: reason });
}
