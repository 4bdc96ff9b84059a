import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDir } from '@secure-preview/testing';

/** A small separate disk: a file system in memory. */
export class SmallDisk {
  private constructor(readonly dir: string) {}

  /** Mounts the disk in a new folder, which requires root. */
  static mount(bytes: number): SmallDisk {
    const dir = join(temporaryDir('disk'), 'mount');
    mkdirSync(dir);
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'small-disk', dir], { stdio: 'pipe' });
    } catch (error) {
      throw new Error('Mounting a small disk requires root. Run these tests as root.', {
        cause: error,
      });
    }
    return new SmallDisk(dir);
  }

  private get filler(): string {
    return join(this.dir, 'filler');
  }

  /** Fills the disk to the last byte. */
  fill(): void {
    const file = openSync(this.filler, 'a');
    try {
      for (let size = 1 << 20; size > 0; size >>= 1) {
        const zeros = Buffer.alloc(size);
        try {
          for (;;) if (writeSync(file, zeros) === 0) break;
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        }
      }
    } finally {
      closeSync(file);
    }
  }

  freeSpace(): void {
    rmSync(this.filler);
  }

  unmount(): void {
    execFileSync('umount', [this.dir], { stdio: 'pipe' });
    rmSync(join(this.dir, '..'), { recursive: true, force: true });
  }
}
