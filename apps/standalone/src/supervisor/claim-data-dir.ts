import { chmodSync, existsSync, mkdtempSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Lock, lockHolder, makeFolder, tryLock } from '@secure-preview/embedded';
import { readRunState } from './run-state.js';
import { canonical } from './settings.js';

const reasons: Readonly<Record<string, (path: string) => string>> = {
  EACCES: (path) => `this user may not write to ${path}`,
  EPERM: (path) => `this user may not write to ${path}`,
  EROFS: (path) => `the file system of ${path} is read-only`,
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

function unusableMessage(dataDir: string, error: unknown): string {
  const { at, isFile, isFolder } = nearestExisting(dataDir);
  const reason = reasons[(error as NodeJS.ErrnoException).code ?? ''];
  const kind = isFile ? 'a file' : 'not a folder';
  const why = isFolder
    ? (reason?.(at) ?? `no folder can be created in ${at}`)
    : `${at === dataDir ? 'it' : at} is ${kind}`;
  return `The data folder ${dataDir} cannot be used: ${why}. Set PORTAL_DATA_DIR to another folder.`;
}

function inUseMessage(dataDir: string, pid: number): string {
  const url = readRunState(dataDir)?.url;
  return url === undefined
    ? `A portal is still starting on ${dataDir}, or a command uses it (process ${pid}).`
    : `A portal is already running on ${dataDir} at ${url} (process ${pid}).`;
}

/** Returns the file that marks a data folder with the public upload password of `npm run dev`. */
const publicPasswordFile = (dataDir: string) => join(dataDir, 'development');

/** Marks a data folder for development. `npm start` rejects such a folder. */
export function markForDevelopment(dataDir: string): void {
  writeFileSync(publicPasswordFile(dataDir), 'The upload password of this folder is public.\n');
}

/** Returns a sentence with the reason why no portal can start on this folder. Changes nothing. */
export function dataDirProblem(dataDir: string, forDevelopment = false): string | undefined {
  try {
    if (!forDevelopment && existsSync(publicPasswordFile(dataDir)))
      return `The data folder ${dataDir} is for npm run dev: its upload password is public. Set PORTAL_DATA_DIR to another folder.`;
    const holder = lockHolder(join(dataDir, 'lock'));
    if (holder !== undefined) return inUseMessage(canonical(dataDir), holder);
    const created = makeFolder(dataDir);
    rmdirSync(mkdtempSync(join(dataDir, 'probe-')));
    if (created !== undefined) rmSync(created, { recursive: true });
    return undefined;
  } catch (error) {
    return unusableMessage(dataDir, error);
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
    throw new Error(unusableMessage(dataDir, error));
  }
}

/** Claims the data folder for this process. @throws Error with one line when a running portal uses it */
export function claimDataDir(requestedDir: string): { dataDir: string; lock: Lock } {
  const { dataDir, lock } = lockDataDir(requestedDir);
  if ('heldBy' in lock) throw new Error(inUseMessage(dataDir, lock.heldBy));
  return { dataDir, lock };
}
