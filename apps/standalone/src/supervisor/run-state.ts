import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type DatabaseAccess,
  endProcess,
  identify,
  isRunning,
  type ProcessIdentity,
} from '@secure-preview/embedded';

/**
 * Content of `<dataDir>/run.json`: the portal that runs on this folder. It contains passwords, so its mode is
 * 0600.
 */
export interface RunState extends DatabaseAccess {
  supervisor: ProcessIdentity;
  url: string;
  /** True once all services are ready. */
  ready: boolean;
  redisUrl: string;
  rpcRedisUrl: string;
  s3Endpoint: string;
  processes: Record<string, ProcessIdentity>;
  /** Port of each service for health checks and metrics. */
  internalPorts: Record<string, number>;
  /** Settings of mails that the doctor checks. They may stand in front of `npm start`, where no command sees them. */
  mail: MailSettings;
}

const mailSettings = ['MAIL_FROM', 'MAIL_DKIM_SELECTOR'] as const;
export type MailSettings = Partial<Record<(typeof mailSettings)[number], string>>;

/** Returns the settings of mails that are set. Contains no secret. */
export const mailSettingsOf = (env: NodeJS.ProcessEnv): MailSettings =>
  Object.fromEntries(mailSettings.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));

/** Variable that marks the processes of a portal. Its value is the data folder. */
export const ownerVariable = 'SECURE_PREVIEW_OWNER';

const file = (dataDir: string) => join(dataDir, 'run.json');

export function writeRunState(dataDir: string, state: RunState): void {
  const draft = `${file(dataDir)}.new`;
  writeFileSync(draft, JSON.stringify(state, null, 2), { mode: 0o600 });
  renameSync(draft, file(dataDir));
}

export function removeRunState(dataDir: string): void {
  rmSync(file(dataDir), { force: true });
}

function readFile(dataDir: string): RunState | undefined {
  try {
    return JSON.parse(readFileSync(file(dataDir), 'utf8')) as RunState;
  } catch {
    return undefined;
  }
}

/** Returns the state of the portal that runs on this folder; undefined if none does. */
export function readRunState(dataDir: string): RunState | undefined {
  const state = readFile(dataDir);
  return state !== undefined && isRunning(state.supervisor) ? state : undefined;
}

/**
 * Returns the processes with the mark of this data folder in their environment. Only Linux exposes the
 * environment.
 */
function markedProcesses(dataDir: string): ProcessIdentity[] {
  if (process.platform !== 'linux') return [];
  const mark = `${ownerVariable}=${dataDir}`;
  return readdirSync('/proc').flatMap((name) => {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid === process.pid) return [];
    try {
      if (!readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(mark)) return [];
    } catch {
      return [];
    }
    return identify(pid) ?? [];
  });
}

/**
 * Stops every process that an earlier run on this folder left running, services before servers. The caller must
 * hold the lock of the folder. Ignores pids that other programs now use.
 *
 * @returns the number of stopped processes
 */
export async function endOrphans(dataDir: string): Promise<number> {
  const recorded = Object.entries(readFile(dataDir)?.processes ?? {}).filter(([, identity]) =>
    isRunning(identity),
  );
  const servers = recorded.filter(([name]) =>
    ['postgres', 'redis', 'rpc-redis', 'object-store'].includes(name),
  );
  const serverPids = new Set(servers.map(([, { pid }]) => pid));
  const services = new Map(
    [...recorded.map(([, identity]) => identity), ...markedProcesses(dataDir)].map((identity) => [
      identity.pid,
      identity,
    ]),
  );
  for (const pid of serverPids) services.delete(pid);
  await Promise.all([...services.values()].map((orphan) => endProcess(orphan, 'SIGTERM', 5_000)));
  await Promise.all(
    servers.map(([name, orphan]) => endProcess(orphan, name === 'postgres' ? 'SIGINT' : 'SIGTERM', 10_000)),
  );
  removeRunState(dataDir);
  return services.size + servers.length;
}
