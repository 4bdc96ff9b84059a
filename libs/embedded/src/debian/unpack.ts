import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDir } from '../system/cache-dir.js';
import { type Log, output } from '../system/command.js';
import { withLock } from '../system/lock.js';
import { randomName } from '../system/secrets.js';
import { privateApt } from './apt.js';

export interface UnpackOptions {
  /** Name of the folder in the cache. */
  name: string;
  packages: string[];
  /** Returns whether the tree at `root` works on this machine. */
  works: (root: string) => boolean;
  /** Adds files such as wrapper scripts. `root` is the final path of the tree. */
  finish?: (draft: string, root: string) => void;
  log: Log;
}

/**
 * Returns VERSION_CODENAME of /etc/os-release and the architecture: Debian 12 and Ubuntu 24.04 must not share
 * a tree.
 */
function release(): string {
  const codename = /^VERSION_CODENAME=(.*)$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'unknown';
  return `${codename}-${process.arch}`;
}

/** Returns the folders below `root` that contain shared libraries, for LD_LIBRARY_PATH. */
export function libraryDirs(root: string): string[] {
  const isLibrary = /^lib.*\.so(\.\d+)*$/;
  const dirs: string[] = [];
  for (const start of ['lib', 'usr/lib']) {
    const top = join(root, start);
    if (!existsSync(top)) continue;
    for (const entry of readdirSync(top, { recursive: true, withFileTypes: true })) {
      if (isLibrary.test(entry.name) && !dirs.includes(entry.parentPath)) dirs.push(entry.parentPath);
    }
  }
  return dirs.sort();
}

async function fetchInto(draft: string, options: UnpackOptions): Promise<void> {
  const archives = `${draft}.archives`;
  mkdirSync(archives, { recursive: true });
  mkdirSync(draft, { recursive: true });
  try {
    const apt = await privateApt(join(cacheDir(), 'apt', release()), options.log);
    const fetchAll = async () => {
      const missing = await apt.missing(options.packages);
      options.log(`Fetching ${options.name} from the distribution (packages: ${missing.length}) …`);
      await apt.download(missing, archives);
    };
    // Lists that are a few hours old may name versions that the mirror has replaced.
    await fetchAll().catch(async () => {
      await apt.update();
      await fetchAll();
    });
    for (const archive of readdirSync(archives)) {
      await output('dpkg-deb', ['-x', join(archives, archive), draft], 120_000);
    }
  } finally {
    rmSync(archives, { recursive: true, force: true });
  }
}

/**
 * Unpacks Debian packages and the dependencies that the machine lacks into the cache, without root. All
 * checkouts share the tree, which is moved into place as a whole. It is fetched again if its program no longer
 * runs.
 *
 * @returns the root folder of the unpacked tree
 */
export async function unpackedPackages(options: UnpackOptions): Promise<string> {
  const parent = join(cacheDir(), 'debian', release());
  const root = join(parent, options.name);
  if (existsSync(root) && options.works(root)) return root;
  const reportWait = (pid: number) =>
    options.log(`Waiting for process ${pid}, which is fetching ${options.name} …`);
  return await withLock(
    `${root}.lock`,
    900_000,
    async () => {
      if (existsSync(root) && options.works(root)) return root;
      const draft = join(parent, `${options.name}.${randomName()}`);
      try {
        // All trees share the private folders of apt.
        await withLock(join(parent, 'apt.lock'), 900_000, () => fetchInto(draft, options));
        options.finish?.(draft, root);
        rmSync(root, { recursive: true, force: true });
        renameSync(draft, root);
      } finally {
        rmSync(draft, { recursive: true, force: true });
      }
      if (!options.works(root)) throw new Error(`${options.name} was fetched but does not run (${root})`);
      return root;
    },
    reportWait,
  );
}
