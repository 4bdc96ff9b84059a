import { execFile } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  cacheDir,
  createDatabase,
  createRoles,
  type DatabaseRole,
  databaseRoles,
  freePort,
  initialise,
  OWNER,
  postgresBinaries,
  postgresProgram,
  postgresUrl,
  randomName,
  roleName,
  run,
  serverUser,
  superuser,
  until,
  withClient,
  withLock,
} from '@secure-preview/embedded';
import { startTestServer, type TestServer, temporaryDir } from './test-server.js';

export interface TestDatabase {
  name: string;
  /** URL of the role that owns the database, for migrations. */
  adminUrl: string;
  /** URL of a role for tests of one service. It may only connect until a migration grants further rights. */
  appUrl: string;
  /** Returns the URL of a process's role, which may only connect at first. */
  urlOf(role: DatabaseRole): string;
  drop(): Promise<void>;
}

export interface TestPostgres extends TestServer {
  port: number;
  /** Returns the URL of the superuser; default database `postgres`. */
  adminUrl(database?: string): string;
  /** Creates a database for one test or test file. */
  createDatabase(): Promise<TestDatabase>;
}

const password = 'test';
const APPLICATION = 'portal_app';
const roles = [APPLICATION, ...databaseRoles.map(roleName)];
// Faster but less durable: data survive a kill of the server, but not a crash of the host.
const settings = {
  fsync: 'off',
  full_page_writes: 'off',
  shared_buffers: '32MB',
  max_connections: '200',
};

/** Returns the folder of an empty cluster with all roles. Creates it once; each server copies it. */
async function template(version: string, postgres: string, initdb: string): Promise<string> {
  const user = serverUser();
  const dir = join(cacheDir(), `test-cluster-${version}-${roles.length}-roles-${user?.name ?? 'own'}`);
  if (existsSync(dir)) return dir;
  await withLock(`${dir}.lock`, 120_000, async () => {
    if (existsSync(dir)) return;
    const home = temporaryDir('template');
    try {
      if (user !== undefined) chownSync(home, user.uid, user.gid);
      const cluster = await initialise(home, { initdb, postgres, version }, user, password, [
        '--wal-segsize=1',
        '--no-sync',
      ]);
      const port = await freePort();
      const server = await run(postgresProgram(postgres, cluster, port, settings), () => undefined);
      try {
        await server.ready;
        await withClient(postgresUrl(superuser, password, port, 'postgres'), (client) =>
          createRoles(client, Object.fromEntries([OWNER, ...roles].map((role) => [role, password]))),
        );
      } finally {
        await server.stop();
      }
      const draft = `${dir}.${randomName()}`;
      await promisify(execFile)('cp', ['-a', cluster, draft]);
      renameSync(draft, dir);
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  });
  return dir;
}

/**
 * Starts a real Postgres for a test file, on a free port, in about half a second.
 *
 * @param env added to the server's environment
 */
export async function startTestPostgres(env: NodeJS.ProcessEnv = {}): Promise<TestPostgres> {
  const user = serverUser();
  const { initdb, postgres, version } = await postgresBinaries(user);
  const source = await template(version, postgres, initdb);
  const dir = temporaryDir('postgres');
  const home = join(dir, 'home');
  mkdirSync(home);
  if (user !== undefined) chownSync(home, user.uid, user.gid);
  const cluster = join(home, 'cluster');
  await promisify(execFile)('cp', ['-a', '--reflink=auto', source, cluster]).catch(() =>
    promisify(execFile)('cp', ['-a', source, cluster]),
  );
  const port = await freePort();
  const program = postgresProgram(postgres, cluster, port, settings);
  const server = await startTestServer({ ...program, env: { ...program.env, ...env } }, dir, 'QUIT');
  const adminUrl = (database = 'postgres') => postgresUrl(superuser, password, port, database);

  return {
    port,
    adminUrl,
    get pid() {
      return server.pid;
    },
    kill9: server.kill9,
    // After a kill, child processes hold the shared memory for a moment, so a new server cannot start at once.
    restart: () =>
      until(() => server.restart().then(() => true), {
        deadlineMs: 30_000,
        what: 'Postgres to restart',
      }).then(() => undefined),
    stop: server.stop,
    createDatabase: async () => {
      const name = `test_${randomName()}`;
      await withClient(adminUrl(), (client) => createDatabase(client, name, roles));
      return {
        name,
        adminUrl: postgresUrl(OWNER, password, port, name),
        appUrl: postgresUrl(APPLICATION, password, port, name),
        urlOf: (role) => postgresUrl(roleName(role), password, port, name),
        drop: () =>
          withClient(adminUrl(), async (client) => {
            await client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(name)} WITH (FORCE)`);
          }),
      };
    },
  };
}
