import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { identify, isRunning, type ProcessIdentity } from './process-identity.js';
import { randomName } from './secrets.js';

export interface Lock {
  release(): void;
}

interface LockFile extends ProcessIdentity {
  token: string;
}

function readHolder(path: string): LockFile | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as LockFile;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Returns the pid of the running process that holds the lock. */
export function lockHolder(path: string): number | undefined {
  const holder = readHolder(path);
  return holder !== undefined && isRunning(holder) ? holder.pid : undefined;
}

function linkIfAbsent(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes the file of a dead holder. Puts it back if another process took the lock in the meantime. */
function removeStale(path: string, stale: LockFile | undefined): void {
  const aside = `${path}.${randomName()}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if (readHolder(aside)?.token !== stale?.token) linkIfAbsent(aside, path);
  rmSync(aside, { force: true });
}

/**
 * Tries once to take the lock in the file `path`. The file identifies its holder by pid and start time, so the
 * lock is free once its holder has exited, even after SIGKILL.
 *
 * @returns the lock, or the pid of the running process that holds it
 */
export function tryLock(path: string): Lock | { heldBy: number } {
  mkdirSync(dirname(path), { recursive: true });
  const self = identify(process.pid);
  if (self === undefined) throw new Error('This process cannot read its own start time');
  const ownFile: LockFile = { ...self, token: randomName() };
  const draft = `${path}.${ownFile.token}`;
  // Links a complete file into place, so no reader gets a half-written one.
  writeFileSync(draft, JSON.stringify(ownFile), { mode: 0o644 });
  try {
    for (;;) {
      if (linkIfAbsent(draft, path) && readHolder(path)?.token === ownFile.token) {
        return {
          release: () => {
            if (readHolder(path)?.token === ownFile.token) rmSync(path, { force: true });
          },
        };
      }
      const holder = readHolder(path);
      if (holder !== undefined && isRunning(holder)) return { heldBy: holder.pid };
      removeStale(path, holder);
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Waits for the lock, at most `deadlineMs`. Calls `onWait` once, with the pid of the holder. */
export async function lock(path: string, deadlineMs: number, onWait?: (pid: number) => void): Promise<Lock> {
  const until = Date.now() + deadlineMs;
  for (let hasReported = false; ; hasReported = true) {
    const outcome = tryLock(path);
    if ('release' in outcome) return outcome;
    if (Date.now() > until)
      throw new Error(`Process ${outcome.heldBy} holds ${path} and did not release it in time`);
    if (!hasReported) onWait?.(outcome.heldBy);
    await sleep(50);
  }
}

/** Runs `work` while holding the lock. */
export async function withLock<T>(
  path: string,
  deadlineMs: number,
  work: () => Promise<T>,
  onWait?: (pid: number) => void,
): Promise<T> {
  const acquired = await lock(path, deadlineMs, onWait);
  try {
    return await work();
  } finally {
    acquired.release();
  }
}
