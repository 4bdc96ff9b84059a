import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, roleVariables } from '@secure-preview/embedded';
import { readRunState } from '@secure-preview/standalone';
import { until } from '@secure-preview/testing';
import type { TestPortal } from '../portal.js';

const next = fileURLToPath(new URL('next.mjs', import.meta.url));
const appOf = (name: string) => fileURLToPath(new URL(`../../../../apps/${name}`, import.meta.url));

export type AppName = 'gateway' | 'auth-service' | 'analytics-service' | 'media-service';

/** Returns the settings that a running process was started with. */
function settingsOf(pid: number): NodeJS.ProcessEnv {
  const pairs = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  const env = Object.fromEntries(
    pairs.flatMap((pair) => {
      const separator = pair.indexOf('=');
      return separator > 0 ? [[pair.slice(0, separator), pair.slice(separator + 1)]] : [];
    }),
  ) as NodeJS.ProcessEnv;
  // Excludes the IPC channel to its supervisor.
  const { NODE_CHANNEL_FD: _, NODE_CHANNEL_SERIALIZATION_MODE: __, ...settings } = env;
  return settings;
}

export interface Readiness {
  readonly status: number;
  readonly text: string;
}

/** A replica of the next version, next to the replicas of the portal and on the same servers. */
export class NextReplica {
  private constructor(
    private readonly name: AppName,
    private readonly child: ChildProcess,
    readonly internalPort: number,
    /** URL of a gateway. */
    readonly url: string,
    private readonly printed: () => string,
  ) {}

  static async start(portal: TestPortal, name: AppName): Promise<NextReplica> {
    const pid = portal.pids()[name];
    if (pid === undefined) throw new Error(`the portal runs no ${name}`);
    const [port, internalPort] = [await freePort(), await freePort()];
    const env = { ...settingsOf(pid), PORT: String(port), INTERNAL_PORT: String(internalPort) };
    const child = run(name, 'dist/main.js', env);
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        printed = (printed + chunk.toString()).slice(-20_000);
      });
    }
    return new NextReplica(name, child, internalPort, `http://127.0.0.1:${port}`, () => printed);
  }

  /** Returns the readiness; undefined while the replica does not respond. */
  async readiness(): Promise<Readiness | undefined> {
    if (this.child.exitCode !== null) throw new Error(`The replica has exited: ${this.printed()}`);
    const address = `http://127.0.0.1:${this.internalPort}/health/ready`;
    const answer = await fetch(address).catch(() => undefined);
    return answer && { status: answer.status, text: await answer.text() };
  }

  /** Waits until the replica accepts requests. A gateway opens its port last. */
  async ready(): Promise<void> {
    const isOpen = async () =>
      this.name !== 'gateway' ||
      (await fetch(new URL('/api/health/ready', this.url)).catch(() => undefined))?.status === 200;
    const isReady = async () => (await this.readiness())?.status === 200 && (await isOpen());
    await until(isReady, { deadlineMs: 180_000, everyMs: 50, what: 'the next version to be ready' });
  }

  /** Stops the replica. Resolves with its exit code. */
  async end(): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const exited = once(this.child, 'exit');
      this.child.kill('SIGTERM');
      await exited;
    }
    return this.child.exitCode;
  }
}

function run(name: AppName, program: string, env: NodeJS.ProcessEnv): ChildProcess {
  const cwd = appOf(name);
  return spawn(process.execPath, ['--import', next, program], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs the migrations of the next version of a service, as its `migrate` program does. */
export async function migrateToNext(portal: TestPortal, name: AppName): Promise<void> {
  const state = readRunState(dirname(dirname(portal.logFile(name))));
  const env = {
    ...settingsOf(portal.pids()[name] ?? 0),
    ...(state && roleVariables(state.databaseUrls)),
    DATABASE_ADMIN_URL: state?.databaseAdminUrl,
  };
  const child = run(name, 'dist/database/migrate.js', env);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  }
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`the migrations of ${name} ended with ${code}: ${printed}`);
}
