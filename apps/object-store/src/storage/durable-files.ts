import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes the entries of a folder to disk. Without this, a power failure may undo a rename. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Creates a folder and its missing parents, and writes their entries to disk. */
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
