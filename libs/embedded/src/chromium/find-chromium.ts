import { hasApt } from '../debian/apt.js';
import { writeFontSettings } from '../debian/font-settings.js';
import { installAsRoot, isRoot } from '../debian/install-as-root.js';
import { unpackedPackages } from '../debian/unpack.js';
import { wrapperPath, writeWrapper } from '../debian/wrapper.js';
import { isExecutable, type Log, onPath, versionOf } from '../system/command.js';

/**
 * Chromium without the windows and extensions of a desktop browser, and fonts for the scripts of names and
 * descriptions.
 */
const packages = ['chromium-headless-shell', 'chromium-common', 'fonts-dejavu-core', 'fonts-noto-core'];
const HEADLESS = ['chromium-headless-shell'];
const FULL = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const runs = (command: string) => /Chrom/.test(versionOf(command) ?? '');

function installed(names: readonly string[], env: NodeJS.ProcessEnv): string | undefined {
  return names.map((name) => onPath(name, env)).find((path) => path !== undefined && runs(path));
}

async function unpack(log: Log): Promise<string> {
  const root = await unpackedPackages({
    name: 'chromium-headless-shell',
    packages,
    works: (tree) => runs(wrapperPath(tree, 'chromium-headless-shell')),
    finish: (draft, tree) =>
      writeWrapper(draft, tree, 'chromium-headless-shell', 'usr/lib/chromium/chromium-headless-shell', {
        FONTCONFIG_FILE: writeFontSettings(draft, tree),
      }),
    log,
  });
  return wrapperPath(root, 'chromium-headless-shell');
}

/** Installs the distribution's package as root, and unpacks it into the cache otherwise. */
async function fetchHeadless(log: Log, env: NodeJS.ProcessEnv): Promise<string> {
  if (isRoot()) {
    const isInstalled = () => installed(HEADLESS, env) !== undefined;
    await installAsRoot({ title: 'Chromium', packages, isInstalled }, log);
    const path = installed(HEADLESS, env);
    if (path !== undefined) return path;
  }
  return await unpack(log);
}

/**
 * Finds Chromium for the browser tests: in `CHROMIUM_PATH`, or the headless shell on PATH or of the
 * distribution. The shell takes less processor time (docs/measurements/development.md). A full browser on PATH
 * is used if the shell cannot be fetched.
 */
export async function findChromium(log: Log, env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const configured = env['CHROMIUM_PATH'];
  if (configured && !isExecutable(configured))
    throw new Error(`CHROMIUM_PATH is not an executable file: ${configured}`);
  const found = configured || installed(HEADLESS, env);
  if (found) return found;
  const advice = 'Install Chromium (chromium-headless-shell or chromium on PATH), or set CHROMIUM_PATH.';
  let reason: unknown;
  if (hasApt()) {
    try {
      return await fetchHeadless(log, env);
    } catch (error) {
      reason = error;
    }
  }
  const full = installed(FULL, env);
  if (full) return full;
  throw new Error(hasApt() ? `Chromium could not be fetched. ${advice}` : advice, { cause: reason });
}
