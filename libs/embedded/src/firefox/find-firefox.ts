import { hasApt } from '../debian/apt.js';
import { writeFontSettings } from '../debian/font-settings.js';
import { unpackedPackages } from '../debian/unpack.js';
import { wrapperPath, writeWrapper } from '../debian/wrapper.js';
import { type Log, onPath, versionOf } from '../system/command.js';

const runs = (command: string) => /Firefox/.test(versionOf(command) ?? '');

/**
 * Finds Firefox for the browser tests: on PATH, or Debian's, unpacked into the cache.
 *
 * @throws Error with one line that says what to install
 */
export async function findFirefox(log: Log): Promise<string> {
  const names = ['firefox-esr', 'firefox'];
  const installed = names.map((name) => onPath(name)).find((path) => path !== undefined && runs(path));
  if (installed !== undefined) return installed;
  const advice = 'Install Firefox (firefox-esr or firefox on PATH), with libavcodec for H.264.';
  if (!hasApt()) throw new Error(advice);
  try {
    const root = await unpackedPackages({
      name: 'firefox',
      // Firefox needs libavcodec for H.264, but Debian's package only recommends it.
      packages: ['firefox-esr', 'libavcodec-extra', 'fonts-dejavu-core'],
      works: (tree) => runs(wrapperPath(tree, 'firefox')),
      finish: (draft, tree) =>
        writeWrapper(draft, tree, 'firefox', 'usr/lib/firefox-esr/firefox-esr', {
          FONTCONFIG_FILE: writeFontSettings(draft, tree),
        }),
      log,
    });
    return wrapperPath(root, 'firefox');
  } catch (error) {
    throw new Error(`Firefox could not be fetched. ${advice}`, { cause: error });
  }
}
