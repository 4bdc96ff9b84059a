import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAX_RUN_MS } from './ffmpeg/run-ffmpeg.js';

const PREFIX = 'secure-preview-media-';
const own = `${PREFIX}${hostname()}-`;

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Runs `work` with an empty folder of its own, which is removed afterwards. */
export async function withWorkFolder<T>(work: (dir: string) => Promise<T>, disk = tmpdir()): Promise<T> {
  const dir = await mkdtemp(join(disk, `${own}${process.pid}-`));
  try {
    return await work(dir);
  } finally {
    await rm(dir, { recursive: true, force: true, maxRetries: 3, retryDelay: 100 });
  }
}

/** Days: twice what the longest run may take. */
const LONGEST_RUN_DAYS = (2 * MAX_RUN_MS) / 86_400_000;

async function isLongUntouched(path: string): Promise<boolean> {
  const { mtimeMs } = await stat(path);
  return Date.now() - mtimeMs > LONGEST_RUN_DAYS * 86_400_000;
}

/**
 * Removes what killed workers left behind: those of this machine at once, and those of others that share the disk, as
 * containers that are gone did, when nobody can still be at work there. Called before any work begins: what bears this
 * process's number then is of another that had it, as the first process of a container always has the same.
 */
export async function removeAbandonedFolders(disk = tmpdir()): Promise<void> {
  const abandoned = async (name: string) => {
    if (!name.startsWith(own)) return isLongUntouched(join(disk, name));
    const pid = Number.parseInt(name.slice(own.length), 10);
    return pid === process.pid || !isRunning(pid);
  };
  for (const name of await readdir(disk)) {
    if (!name.startsWith(PREFIX) || !(await abandoned(name))) continue;
    await rm(join(disk, name), { recursive: true, force: true });
  }
}
