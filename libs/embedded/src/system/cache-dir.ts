import { accessSync, constants, mkdirSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';

function isWritable(dir: string): boolean {
  try {
    mkdirSync(dir, { recursive: true });
    accessSync(dir, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the folder of downloads: `SECURE_PREVIEW_CACHE_DIR`, or the first writable one of
 * `$XDG_CACHE_HOME/secure-preview`, `~/.cache/secure-preview` and a folder of this user in /var/tmp. It is
 * outside the checkout, so all clones share it.
 */
export function cacheDir(env: NodeJS.ProcessEnv = process.env): string {
  const configured = env['SECURE_PREVIEW_CACHE_DIR'];
  if (configured) {
    if (!isWritable(configured)) throw new Error(`SECURE_PREVIEW_CACHE_DIR is not writable: ${configured}`);
    return configured;
  }
  const candidates = [
    env['XDG_CACHE_HOME'] ? join(env['XDG_CACHE_HOME'], 'secure-preview') : undefined,
    join(homedir(), '.cache', 'secure-preview'),
    `/var/tmp/secure-preview-${userInfo().uid}`,
  ];
  for (const dir of candidates) if (dir !== undefined && isWritable(dir)) return dir;
  throw new Error('No cache folder is writable. Set SECURE_PREVIEW_CACHE_DIR.');
}
