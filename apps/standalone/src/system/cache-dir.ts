import { accessSync, constants, mkdirSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';

function writable(dir: string): boolean {
  try {
    mkdirSync(dir, { recursive: true });
    accessSync(dir, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the folder of downloads: `SECURE_PREVIEW_CACHE_DIR`, else `$XDG_CACHE_HOME/secure-preview`, else
 * `~/.cache/secure-preview`, else a folder of this user in /var/tmp. It is outside the checkout, so that
 * fresh clones share it.
 */
export function cacheDir(env: NodeJS.ProcessEnv = process.env): string {
  const named = env['SECURE_PREVIEW_CACHE_DIR'];
  if (named) {
    if (!writable(named)) throw new Error(`SECURE_PREVIEW_CACHE_DIR is not writable: ${named}`);
    return named;
  }
  const candidates = [
    env['XDG_CACHE_HOME'] ? join(env['XDG_CACHE_HOME'], 'secure-preview') : undefined,
    join(homedir(), '.cache', 'secure-preview'),
    `/var/tmp/secure-preview-${userInfo().uid}`,
  ];
  for (const dir of candidates) if (dir !== undefined && writable(dir)) return dir;
  throw new Error('No writable cache folder; set SECURE_PREVIEW_CACHE_DIR');
}
