import { execFile } from 'node:child_process';
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { canEnter, type OsUser } from '../system/os-user.js';
import { randomName } from '../system/secrets.js';
import { sharedDir } from '../system/shared-dir.js';
import type { PostgresBinaries } from './binaries.js';

export const superuser = 'postgres';

function isPresent(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/**
 * Returns the folder of the cluster: `<dataDir>/postgres`. If Postgres's user cannot reach that folder, returns
 * a folder that all users of the machine can reach. `<dataDir>/postgres` is then a link to it.
 */
export function clusterHome(dataDir: string, user: OsUser | undefined): string {
  const visible = join(dataDir, 'postgres');
  if (!isPresent(visible)) {
    if (canEnter(user, dataDir)) {
      mkdirSync(visible, { mode: 0o700 });
    } else {
      const sharedHome = join(sharedDir(), `${basename(dirname(dataDir))}-${randomName()}`);
      mkdirSync(sharedHome, { mode: 0o700 });
      symlinkSync(sharedHome, visible);
    }
    if (user !== undefined) chownSync(visible, user.uid, user.gid);
  }
  if (!existsSync(visible))
    throw new Error(
      `${visible} is a broken link: its database folder no longer exists. Restore the folder, or set another PORTAL_DATA_DIR.`,
    );
  const home = realpathSync(visible);
  if (!canEnter(user, home)) {
    throw new Error(
      `Postgres's user ${user?.name ?? ''} cannot reach ${home}; give that user access to its parent folders`,
    );
  }
  return home;
}

/**
 * Creates an empty cluster in `<home>/cluster` unless there is one: UTF-8, the same sort order on every
 * machine, passwords by SCRAM. An interrupted start leaves no incomplete cluster.
 */
export async function initialise(
  home: string,
  binaries: PostgresBinaries,
  user: OsUser | undefined,
  password: string,
  extra: string[] = [],
): Promise<string> {
  const cluster = join(home, 'cluster');
  if (existsSync(join(cluster, 'PG_VERSION'))) {
    const created = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
    const expected = binaries.version.split('.')[0];
    if (created !== expected)
      throw new Error(`${cluster} was created by Postgres ${created}, but this portal includes ${expected}`);
    return cluster;
  }
  const draft = join(home, 'cluster.unfinished');
  const passwordFile = join(home, 'initial-password');
  rmSync(draft, { recursive: true, force: true });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user !== undefined) chownSync(passwordFile, user.uid, user.gid);
  try {
    const args = [
      `--pgdata=${draft}`,
      `--username=${superuser}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      ...extra,
    ];
    const ids = user === undefined ? {} : { uid: user.uid, gid: user.gid };
    await promisify(execFile)(binaries.initdb, args, {
      ...ids,
      cwd: '/',
      timeout: 120_000,
      env: { PATH: process.env['PATH'], TZ: 'UTC' },
    });
    renameSync(draft, cluster);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  return cluster;
}
