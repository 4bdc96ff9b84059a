import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs `$@` with the tree `$0` laid over /usr, read-only and for this process and its children only. */
const SCRIPT = 'mount -t overlay overlay -o "lowerdir=$0/usr:/usr" /usr && exec "$@"';

/**
 * Returns the command that runs a program with an unpacked tree over /usr, for programs with compiled-in
 * paths. It needs no root, but a kernel that allows user namespaces.
 *
 * @param root the path of the tree when the command runs
 */
export function overUsr(root: string): string[] {
  return ['unshare', '--mount', '--map-root-user', '/bin/sh', '-c', SCRIPT, root];
}

/** Returns whether this user may run a command of `overUsr`, which containers often forbid. */
export function canOverlayUsr(): boolean {
  const root = mkdtempSync(join(tmpdir(), 'overlay-'));
  try {
    mkdirSync(join(root, 'usr'));
    const [command = '', ...args] = overUsr(root);
    return spawnSync(command, [...args, 'true'], { stdio: 'ignore' }).status === 0;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
