import { closeSync, fstatSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

const maxBytes = 10 * 1024 * 1024;
const MAX_OLD_FILES = 3;

/** A log file that rotates to `.1`, `.2` and `.3` as it grows. The four files take at most 40 MB together. */
export class LogFile {
  private fd: number;
  private size: number;
  private closed = false;

  constructor(
    readonly path: string,
    private readonly limit = maxBytes,
  ) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    this.fd = openSync(path, 'a', 0o600);
    this.size = fstatSync(this.fd).size;
  }

  /** Appends to the file. On a full disk, log lines are lost, but the portal keeps running. */
  write(chunk: Buffer | string): void {
    if (this.closed) return;
    try {
      if (this.size > this.limit) this.rotate();
      this.size += writeSync(this.fd, typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }

  /** Returns the last lines, to explain why a program failed. */
  tail(lines: number): string {
    return readFileSync(this.path, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
  }

  /** Closes the file. Later writes, such as the last output of a process, are dropped. */
  close(): void {
    this.closed = true;
    closeSync(this.fd);
  }

  private rotate(): void {
    closeSync(this.fd);
    for (let n = MAX_OLD_FILES - 1; n >= 0; n -= 1) {
      try {
        renameSync(n === 0 ? this.path : `${this.path}.${n}`, `${this.path}.${n + 1}`);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
    }
    this.fd = openSync(this.path, 'a', 0o600);
    this.size = 0;
  }
}
