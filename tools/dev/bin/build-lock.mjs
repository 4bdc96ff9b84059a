import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { FileLock } from 'nx/src/native/index.js';

/**
 * Guards what is built in one checkout. Nx empties each `dist` and fills it from its cache, also when nothing has
 * changed, so one process builds at a time, and none while another one runs what was built. The operating system frees
 * the lock of a process that has ended, however it ended.
 */
export class BuildLock {
  /** @param {string} folder where the files of the locks are kept */
  constructor(folder) {
    this.users = `${folder}/users`;
    this.file = `${folder}/lock`;
    mkdirSync(this.users, { recursive: true });
    this.lock = new FileLock(this.file);
  }

  /** Takes the lock. @param {(pid: string) => void} onWait called with the process that has it */
  take(onWait) {
    if (!this.lock.tryLock()) {
      onWait(readFileSync(this.file, 'utf8'));
      this.lock.lock();
    }
    writeFileSync(this.file, String(process.pid));
  }

  /** Returns a process that runs what was built, if there is one. */
  user() {
    return readdirSync(this.users).find((pid) => {
      const file = `${this.users}/${pid}`;
      const isRunning = !new FileLock(file).tryLock();
      if (!isRunning) rmSync(file);
      return isRunning;
    });
  }

  /** Gives the lock back, and names this process as one that runs what was built until it ends. */
  use() {
    this.used = new FileLock(`${this.users}/${process.pid}`);
    this.used.tryLock();
    this.lock.unlock();
  }
}
