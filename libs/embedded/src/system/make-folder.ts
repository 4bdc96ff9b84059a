import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/**
 * Creates a folder and its parents, with access for their owner alone. Throws if a file system such as /proc
 * rejects new folders with ENOENT; Node's `recursive` would loop forever.
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
    // Another process may have created it first.
    if (!isFolder(path)) throw error;
  }
  return topmost ?? path;
}
