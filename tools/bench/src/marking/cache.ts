import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Folder that keeps films, clips and readings between runs. All of it can be made again. */
const cacheDir = process.env['BENCH_CACHE'] ?? join(import.meta.dirname, '../../../../.cache/bench-marking');

export const cachePath = (...names: string[]): string => join(cacheDir, ...names);

/**
 * Returns the path of a folder of the cache, which `make` fills if it is not there yet. A folder that was not finished
 * is made again.
 */
export async function cachedFolder(name: string, make: (draft: string) => Promise<void>): Promise<string> {
  const path = cachePath(name);
  if (existsSync(path)) return path;
  const draft = `${path}.draft`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  await make(draft);
  await rename(draft, path);
  return path;
}
