import { chmodSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Lock, tryLock } from '../system/lock.js';
import { makeFolder } from '../system/make-folder.js';
import { canonical } from './settings.js';

function lockDataDir(dataDir: string): { dataDir: string; lock: ReturnType<typeof tryLock> } {
  try {
    makeFolder(dataDir);
    const real = canonical(dataDir);
    // As root, Postgres runs as another user and must be able to pass through; what is private has modes of its own.
    if (process.getuid?.() === 0) chmodSync(real, statSync(real).mode | 0o011);
    return { dataDir: real, lock: tryLock(join(real, 'lock')) };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code ?? message;
    throw new Error(
      `The data folder ${dataDir} cannot be used (${reason}). Name another one in PORTAL_DATA_DIR.`,
    );
  }
}

/** Takes the data folder for this process alone; throws a one-line Error when a living portal has it. */
export function claimDataDir(wanted: string): { dataDir: string; lock: Lock } {
  const { dataDir, lock } = lockDataDir(wanted);
  if ('heldBy' in lock)
    throw new Error(`A portal is already running on ${dataDir} (process ${lock.heldBy}).`);
  return { dataDir, lock };
}
