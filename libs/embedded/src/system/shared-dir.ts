import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.js';
import { randomName } from './secrets.js';

/**
 * Returns a folder that every user of this machine can enter. Postgres and the media worker run as other
 * users. They need this folder if the checkout, cache or data folder is in a home folder that they cannot read.
 */
export function sharedDir(): string {
  for (const dir of ['/var/lib/secure-preview', '/var/tmp/secure-preview-shared']) {
    try {
      if (!existsSync(dir)) mkdirSync(dir, { mode: 0o755 });
      return dir;
    } catch {
      // /var/lib is read-only in some containers.
    }
  }
  throw new Error(
    'Neither /var/lib nor /var/tmp is writable. Postgres needs a folder there that its user can reach.',
  );
}

/**
 * Copies a folder once to a path that every user can read.
 *
 * @param finish changes the copy before it is used; `copy` is its final path
 * @returns the path of the copy
 */
export async function sharedCopy(
  source: string,
  name: string,
  options: { filter?: (path: string) => boolean; finish?: (draft: string, copy: string) => void } = {},
): Promise<string> {
  const copy = join(sharedDir(), name);
  await withLock(`${copy}.lock`, 300_000, async () => {
    if (existsSync(copy)) return;
    const draft = `${copy}.${randomName()}`;
    cpSync(source, draft, {
      recursive: true,
      verbatimSymlinks: true,
      filter: options.filter ?? (() => true),
    });
    options.finish?.(draft, copy);
    spawnSync('chmod', ['-R', 'a+rX', draft]);
    renameSync(draft, copy);
  });
  return copy;
}
