import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAX_RUN_MS } from './ffmpeg/run-ffmpeg.js';

const PREFIX = 'secure-preview-media-';
const hostPrefix = `${PREFIX}${hostname()}-`;

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Runs `work` with an empty folder and removes the folder afterwards. */
export async function withWorkFolder<T>(work: (dir: string) => Promise<T>, disk = tmpdir()): Promise<T> {
  const dir = await mkdtemp(join(disk, `${hostPrefix}${process.pid}-`));
  try {
    return await work(dir);
  } finally {
    await rm(dir, { recursive: true, force: true, maxRetries: 3, retryDelay: 100 });
  }
}

/** Twice the maximum time of a run, in milliseconds. */
const LONGEST_RUN_MS = 2 * MAX_RUN_MS;

async function isLongUntouched(path: string): Promise<boolean> {
  const { mtimeMs } = await stat(path);
  return Date.now() - mtimeMs > LONGEST_RUN_MS;
}

/**
 * Removes folders left by killed workers. Folders of this machine are removed at once. Folders of other
 * machines that share the disk, such as old containers, are removed when no worker can still use them.
 *
 * Call this before any work begins. A folder with this process's id then belongs to an earlier process: the
 * first process of a container always has the same id.
 */
export async function removeAbandonedFolders(disk = tmpdir()): Promise<void> {
  const abandoned = async (name: string) => {
    if (!name.startsWith(hostPrefix)) return isLongUntouched(join(disk, name));
    const pid = Number.parseInt(name.slice(hostPrefix.length), 10);
    return pid === process.pid || !isRunning(pid);
  };
  for (const name of await readdir(disk)) {
    if (!name.startsWith(PREFIX) || !(await abandoned(name))) continue;
    await rm(join(disk, name), { recursive: true, force: true });
  }
}
