import { execFileSync, spawnSync } from 'node:child_process';

/** A user of the operating system. */
export interface OsUser {
  name: string;
  uid: number;
  gid: number;
}

export function findUser(name: string): OsUser | undefined {
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

/** Creates a system user that cannot log in. @throws Error with the reason of `useradd` */
export function createUser(name: string): OsUser {
  const result = spawnSync(
    'useradd',
    ['--system', '--user-group', '--no-create-home', '--shell', '/bin/false', name],
    { encoding: 'utf8' },
  );
  const user = findUser(name);
  if (user === undefined) throw new Error(result.error?.message ?? result.stderr.trim());
  return user;
}

/** Returns whether a program succeeds as this user; undefined means the user of this process. */
export function runsAs(
  user: OsUser | undefined,
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv = process.env,
): boolean {
  const ids = user === undefined ? {} : { uid: user.uid, gid: user.gid };
  return spawnSync(command, args, { ...ids, env, cwd: '/', stdio: 'ignore' }).status === 0;
}

/** Returns whether the user can enter this folder. */
export function canEnter(user: OsUser | undefined, dir: string): boolean {
  return runsAs(user, '/bin/sh', ['-c', 'cd "$0"', dir]);
}
