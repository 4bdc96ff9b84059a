import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { persistentPort } from '../system/free-port.js';
import { commandLine, endProcess, identify } from '../system/process-identity.js';
import type { Program } from '../system/program.js';
import { persistentSecret } from '../system/secrets.js';
import { until } from '../system/until.js';
import { postgresBinaries } from './binaries.js';
import { createRolesAndDatabase, OWNER, type RolePasswords } from './bootstrap.js';
import { clusterHome, initialise, superuser } from './cluster.js';
import { type DatabaseUrls, databaseRoles, passwordName, roleName, urlsOf } from './roles.js';
import { serverUser } from './server-user.js';

export interface EmbeddedPostgres {
  program: Program;
  port: number;
  /** Real folder of the cluster. Differs from `<dataDir>/postgres` if Postgres's user cannot reach it there. */
  home: string;
  /** URL for migrations; connects as the owner of the database `portal`. */
  adminUrl: string;
  /** URLs for the processes, with roles that are neither superusers nor allowed to create anything. */
  urls: DatabaseUrls;
  /** Creates the database and the roles if they are missing. Call it while the server runs. */
  bootstrap(): Promise<void>;
}

/** Returns the `postgresql://` URL of a server on this machine. */
export function postgresUrl(role: string, password: string, port: number, database: string): string {
  return `postgresql://${role}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
}

/** Line 8 of postmaster.pid states whether the server accepts connections (Postgres, pidfile.h). */
function isReady(cluster: string, pid: number): boolean {
  const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  return lines[0] === String(pid) && lines[7]?.trim() === 'ready';
}

/** Stops a server of this cluster that still runs after an earlier run was killed. */
async function endOrphanedPostgres(cluster: string): Promise<void> {
  let pid: number;
  try {
    pid = Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10);
  } catch {
    return;
  }
  const orphan = identify(pid);
  if (orphan === undefined || !commandLine(pid)?.includes(cluster)) return;
  await endProcess(orphan, 'SIGINT', 10_000);
}

/** Returns the program that runs the server of one cluster. `settings` are lines of postgresql.conf. */
export function postgresProgram(
  command: string,
  cluster: string,
  port: number,
  settings: Record<string, string>,
): Program {
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port: String(port),
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...settings,
  };
  const user = serverUser();
  return {
    name: 'postgres',
    command,
    args: ['-D', cluster, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    env: { PATH: process.env['PATH'], TZ: 'UTC' },
    cwd: dirname(cluster),
    user: user === undefined ? undefined : { uid: user.uid, gid: user.gid },
    stopSignal: 'SIGINT',
    ready: async (pid, exitSignal) => {
      await until(() => isReady(cluster, pid), {
        deadlineMs: 60_000,
        signal: exitSignal,
        what: 'Postgres to start',
      });
    },
  };
}

const MIB = 1024 * 1024;
/**
 * Returns a quarter of the memory, as the Postgres manual advises, but at most 512 MB: a million leads need no
 * more.
 */
const sharedBuffers = () => `${Math.floor(Math.min(512, totalmem() / 4 / MIB))}MB`;

/**
 * Creates or finds the cluster of this data folder, and stops an orphan of an earlier run. Returns the program
 * that runs the server.
 */
export async function embeddedPostgres(dataDir: string): Promise<EmbeddedPostgres> {
  const user = serverUser();
  const binaries = await postgresBinaries(user);
  const home = clusterHome(dataDir, user);
  const superuserPassword = persistentSecret(dataDir, 'postgres-superuser-password');
  const passwords: RolePasswords = {
    [OWNER]: persistentSecret(dataDir, 'postgres-owner-password'),
    ...Object.fromEntries(
      databaseRoles.map((role) => [roleName(role), persistentSecret(dataDir, passwordName(role))]),
    ),
  };
  const cluster = await initialise(home, binaries, user, superuserPassword);
  await endOrphanedPostgres(cluster);
  const port = await persistentPort(join(home, 'port'));
  const urlOf = (role: string) => postgresUrl(role, passwords[role] ?? '', port, 'portal');
  return {
    program: postgresProgram(binaries.postgres, cluster, port, { shared_buffers: sharedBuffers() }),
    port,
    home,
    adminUrl: urlOf(OWNER),
    urls: urlsOf((role) => urlOf(roleName(role))),
    bootstrap: () =>
      createRolesAndDatabase(
        postgresUrl(superuser, superuserPassword, port, 'postgres'),
        'portal',
        passwords,
      ),
  };
}
