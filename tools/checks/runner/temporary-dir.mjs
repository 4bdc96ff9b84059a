import {
  accessSync,
  chmodSync,
  constants,
  mkdirSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

/** File system in memory (tmpfs). Creating the many small files of a database takes a tenth of the time there. */
const MEMORY = '/dev/shm';
/** Type of a tmpfs (statfs(2)). */
const TMPFS = 0x01021994;
/** Free bytes required for the temporary files of a run, which take up to 2 GB. */
const NEEDED_BYTES = 8e9;
const PREFIX = 'secure-preview-tests-';

/** @param {string} parent */
function isTmpfsWithRoom(parent) {
  const { type, bavail, bsize } = statfsSync(parent);
  return type === TMPFS && bavail * bsize >= NEEDED_BYTES && freemem() >= NEEDED_BYTES;
}

/**
 * Removes folders of earlier runs that were killed.
 *
 * @param {string} parent
 */
export function removeLeftovers(parent) {
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(PREFIX)) continue;
    try {
      process.kill(Number(name.slice(PREFIX.length)), 0);
    } catch {
      rmSync(join(parent, name), { recursive: true, force: true });
    }
  }
}

/**
 * Creates a folder for the temporary files of this run in memory, and removes it at the exit. Other users can enter
 * it, because Postgres may run as another user.
 *
 * @param {string} [parent]
 * @returns {string | undefined} undefined if memory is short, or if programs cannot run from it
 */
export function createTemporaryDir(parent = MEMORY) {
  try {
    removeLeftovers(parent);
    if (!isTmpfsWithRoom(parent)) return undefined;
    const dir = join(parent, `${PREFIX}${process.pid}`);
    mkdirSync(dir);
    process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
    chmodSync(dir, 0o1777);
    // Some tests run scripts from their temporary folder, which a `noexec` mount denies.
    const program = join(dir, 'program');
    writeFileSync(program, '', { mode: 0o700 });
    accessSync(program, constants.X_OK);
    return dir;
  } catch {
    return undefined;
  }
}
