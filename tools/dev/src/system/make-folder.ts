import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/**
 * Creates a folder and its parents, readable by their owner alone. Unlike Node's `recursive`, which never ends
 * where a file system such as /proc refuses new folders with ENOENT, it throws the system's error.
 *
 * @returns the topmost folder that it created
 */
export function makeFolder(path: string): string | undefined {
  if (isFolder(path)) return undefined;
  const parent = dirname(path);
  const topmost = parent === path ? undefined : makeFolder(parent);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have been first.
    if (!isFolder(path)) throw error;
  }
  return topmost ?? path;
}
