import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { FileLock } from 'nx/src/native/index.js';

/**
 * Guards the build output of one checkout. Nx empties each `dist` and fills it from its cache, even when
 * nothing has changed. So only one process builds at a time, and none while another process runs the output.
 * The operating system releases the lock when its process exits, even after SIGKILL.
 */
export class BuildLock {
  /** @param {string} folder folder of the lock files */
  constructor(folder) {
    this.users = `${folder}/users`;
    this.file = `${folder}/lock`;
    mkdirSync(this.users, { recursive: true });
    this.lock = new FileLock(this.file);
  }

  /** Takes the lock. @param {(pid: string) => void} onWait called with the id of the process that holds it */
  take(onWait) {
    if (!this.lock.tryLock()) {
      onWait(readFileSync(this.file, 'utf8'));
      this.lock.lock();
    }
    writeFileSync(this.file, String(process.pid));
  }

  /** Returns the id of a process that runs the build output, if there is one. */
  user() {
    return readdirSync(this.users).find((pid) => {
      const file = `${this.users}/${pid}`;
      const isRunning = !new FileLock(file).tryLock();
      if (!isRunning) rmSync(file);
      return isRunning;
    });
  }

  /** Releases the lock, and marks this process as a user of the build output until it ends. */
  use() {
    this.used = new FileLock(`${this.users}/${process.pid}`);
    this.used.tryLock();
    this.lock.unlock();
  }
}
