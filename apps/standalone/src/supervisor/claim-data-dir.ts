import { chmodSync, existsSync, mkdtempSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Lock, lockHolder, tryLock } from '../system/lock.js';
import { makeFolder } from '../system/make-folder.js';
import { readRunState } from './run-state.js';
import { canonical } from './settings.js';

const reasons: Readonly<Record<string, (at: string) => string>> = {
  EACCES: (at) => `this user may not write to ${at}`,
  EPERM: (at) => `this user may not write to ${at}`,
  EROFS: (at) => `the file system of ${at} is read-only`,
  ENOSPC: () => 'the disk is full',
};

/** Returns the path itself, or its nearest parent that exists and is accessible. */
function nearestExisting(path: string): { at: string; isFile: boolean; isFolder: boolean } {
  try {
    const stats = statSync(path);
    return { at: path, isFile: stats.isFile(), isFolder: stats.isDirectory() };
  } catch (error) {
    if (dirname(path) === path) throw error;
    return nearestExisting(dirname(path));
  }
}

function unusable(dataDir: string, error: unknown): string {
  const { at, isFile, isFolder } = nearestExisting(dataDir);
  const reason = reasons[(error as NodeJS.ErrnoException).code ?? ''];
  const kind = isFile ? 'a file' : 'not a folder';
  const why = isFolder
    ? (reason?.(at) ?? `no folder can be created in ${at}`)
    : `${at === dataDir ? 'it' : at} is ${kind}`;
  return `The data folder ${dataDir} cannot be used: ${why}. Set PORTAL_DATA_DIR to another folder.`;
}

function inUse(dataDir: string, pid: number): string {
  const url = readRunState(dataDir)?.url;
  return url === undefined
    ? `A portal is just starting on ${dataDir}, or a command uses it (process ${pid}).`
    : `A portal is already running on ${dataDir} at ${url} (process ${pid}).`;
}

/** File in a data folder whose upload password is the public one of `npm run dev`. */
const publicPasswordFile = (dataDir: string) => join(dataDir, 'development');

/** Marks a data folder as one for development. No portal for visitors starts on it. */
export function markForDevelopment(dataDir: string): void {
  writeFileSync(publicPasswordFile(dataDir), 'The upload password of this folder is public.\n');
}

/** Returns the reason why no portal can start on this folder, as a sentence. Leaves nothing behind. */
export function dataDirProblem(dataDir: string, forDevelopment = false): string | undefined {
  try {
    if (!forDevelopment && existsSync(publicPasswordFile(dataDir)))
      return `The data folder ${dataDir} is for npm run dev: its upload password is public. Set PORTAL_DATA_DIR to another folder.`;
    const holder = lockHolder(join(dataDir, 'lock'));
    if (holder !== undefined) return inUse(canonical(dataDir), holder);
    const created = makeFolder(dataDir);
    rmdirSync(mkdtempSync(join(dataDir, 'probe-')));
    if (created !== undefined) rmSync(created, { recursive: true });
    return undefined;
  } catch (error) {
    return unusable(dataDir, error);
  }
}

function lockDataDir(dataDir: string): { dataDir: string; lock: ReturnType<typeof tryLock> } {
  try {
    makeFolder(dataDir);
    const real = canonical(dataDir);
    // As root, Postgres runs as another user and must be able to traverse the folder. Private files have
    // their own modes.
    if (process.getuid?.() === 0) chmodSync(real, statSync(real).mode | 0o011);
    return { dataDir: real, lock: tryLock(join(real, 'lock')) };
  } catch (error) {
    throw new Error(unusable(dataDir, error));
  }
}

/** Claims the data folder for this process alone. Throws a one-line Error when a running portal has it. */
export function claimDataDir(wanted: string): { dataDir: string; lock: Lock } {
  const { dataDir, lock } = lockDataDir(wanted);
  if ('heldBy' in lock) throw new Error(inUse(dataDir, lock.heldBy));
  return { dataDir, lock };
}
