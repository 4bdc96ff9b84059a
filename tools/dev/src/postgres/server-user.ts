import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';

/** The user that Postgres runs as when this process is root: Postgres refuses to run as root. */
export interface ServerUser {
  name: string;
  uid: number;
  gid: number;
}

const ownName = 'secure-preview';

function lookUp(name: string): ServerUser | undefined {
  try {
    const id = (flag: string) =>
      Number.parseInt(
        execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
        10,
      );
    return { name, uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}

function create(): ServerUser {
  const made = spawnSync(
    'useradd',
    ['--system', '--user-group', '--no-create-home', '--shell', '/bin/false', ownName],
    {
      encoding: 'utf8',
    },
  );
  const user = lookUp(ownName);
  if (user === undefined) {
    const reason = made.error?.message ?? made.stderr.trim();
    throw new Error(
      `Postgres does not run as root and no user could be made for it (${reason}). ` +
        'Start the portal as an ordinary user, or name a database in DATABASE_URL.',
    );
  }
  return user;
}

/** Nobody (undefined) unless this process is root; then `secure-preview` or `postgres`, the former made if need be. */
export function serverUser(): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  return lookUp(ownName) ?? lookUp('postgres') ?? create();
}

/** True when that user can enter this folder. */
export function canEnter(user: ServerUser | undefined, dir: string): boolean {
  const { uid, gid } = user ?? {};
  const ids = uid === undefined ? {} : { uid, gid };
  return spawnSync('/bin/sh', ['-c', 'cd "$0"', dir], { ...ids, cwd: '/', stdio: 'ignore' }).status === 0;
}

/**
 * A folder that every user of this machine can enter, for what Postgres must reach when the checkout or the data
 * folder lies in a private home.
 */
export function sharedDir(): string {
  for (const dir of ['/var/lib/secure-preview', '/var/tmp/secure-preview-shared']) {
    try {
      if (!existsSync(dir)) mkdirSync(dir, { mode: 0o755 });
      return dir;
    } catch {
      // Read-only /var/lib, as in some containers: the next one.
    }
  }
  throw new Error(
    'Neither /var/lib nor /var/tmp is writable, and Postgres needs a folder that its user can reach',
  );
}
