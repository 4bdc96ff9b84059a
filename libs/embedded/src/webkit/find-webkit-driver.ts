import { join } from 'node:path';
import { hasApt } from '../debian/apt.js';
import { installAsRoot, isRoot } from '../debian/install-as-root.js';
import { canOverlayUsr, overUsr } from '../debian/overlay.js';
import { unpackedPackages } from '../debian/unpack.js';
import { wrapperPath, writeWrapper } from '../debian/wrapper.js';
import { type Log, onPath, versionOf } from '../system/command.js';

/** Programs that run WebKit without a screen. */
export interface WebKitDriver {
  /** WebKitGTK's server of the WebDriver protocol. */
  readonly driver: string;
  /** A display in memory. WebKitGTK has no headless mode. */
  readonly xvfb: string;
}

const packages = [
  'webkit2gtk-driver',
  'xvfb',
  // Decodes H.264 and AAC.
  'gstreamer1.0-libav',
  // Draws without a graphics card.
  'libgl1-mesa-dri',
  'fonts-dejavu-core',
];
const runs = (command: string) => versionOf(command, '--help') !== undefined;
const inTree = (tree: string): WebKitDriver => ({
  driver: wrapperPath(tree, 'WebKitWebDriver'),
  xvfb: wrapperPath(tree, 'Xvfb'),
});

function installed(): WebKitDriver | undefined {
  const [driver, xvfb] = [onPath('WebKitWebDriver'), onPath('Xvfb')];
  return driver === undefined || xvfb === undefined ? undefined : { driver, xvfb };
}

async function install(log: Log): Promise<WebKitDriver> {
  await installAsRoot({ title: 'WebKit', packages, isInstalled: () => installed() !== undefined }, log);
  const found = installed();
  if (found === undefined) throw new Error('The packages contain no driver.');
  return found;
}

function writeWrappers(draft: string, tree: string): void {
  // Otherwise, GStreamer adds these plugins to the registry of the machine.
  const variables = { GST_REGISTRY: join(tree, 'gstreamer-registry.bin') };
  for (const name of ['WebKitWebDriver', 'Xvfb']) {
    writeWrapper(draft, tree, name, `usr/bin/${name}`, variables, overUsr(tree));
  }
}

/**
 * Finds WebKit's driver and a display for the browser tests: on PATH, or Debian's. Unpacks Debian's packages
 * into the cache, or installs them as root if unpacked ones cannot run.
 *
 * @throws Error with one line that says what to install
 */
export async function findWebKitDriver(log: Log): Promise<WebKitDriver> {
  const found = installed();
  if (found !== undefined) return found;
  const advice = 'Install webkit2gtk-driver, xvfb and gstreamer1.0-libav.';
  if (!hasApt()) throw new Error(advice);
  const canUnpack = canOverlayUsr();
  if (!canUnpack && !isRoot())
    throw new Error(`Unpacked, WebKit needs user namespaces and overlayfs. ${advice}`);
  try {
    if (!canUnpack) return await install(log);
    const root = await unpackedPackages({
      name: 'webkit',
      packages,
      works: (tree) => runs(inTree(tree).driver),
      finish: writeWrappers,
      log,
    });
    return inTree(root);
  } catch (error) {
    throw new Error(`WebKit's driver could not be fetched or cannot run. ${advice}`, { cause: error });
  }
}
