import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from './durable-files.js';

/**
 * Files for incomplete bodies. They are on the same file system as the objects, so that a rename moves them.
 */
export class TemporaryFiles {
  private constructor(private readonly folder: string) {}

  /** Creates an empty folder, and removes files that a killed process left there. */
  static async open(folder: string): Promise<TemporaryFiles> {
    await rm(folder, { recursive: true, force: true });
    await makeFolder(folder);
    return new TemporaryFiles(folder);
  }

  /** Passes a new file to `use`, and removes it afterwards unless `use` has moved it. */
  async with<T>(use: (file: FileHandle, path: string) => Promise<T>): Promise<T> {
    const path = join(this.folder, randomUUID());
    const file = await open(path, 'wx', 0o600);
    try {
      return await use(file, path);
    } finally {
      await file.close();
      await rm(path, { force: true });
    }
  }
}
