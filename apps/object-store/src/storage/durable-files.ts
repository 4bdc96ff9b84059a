import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Makes the names in a folder survive a power failure, which a rename alone does not ensure. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Creates a folder and its missing parents, all of them durable. */
export async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true });
  if (first === undefined) return;
  for (let folder = path; folder !== dirname(first); folder = dirname(folder))
    await syncFolder(dirname(folder));
}

/** Returns whether a file system call failed with this code, such as `ENOENT`. */
export function hasErrorCode(error: unknown, code: string): boolean {
  // `instanceof` fails in a test runner's sandbox, where Node's own errors come from another `Error`.
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
