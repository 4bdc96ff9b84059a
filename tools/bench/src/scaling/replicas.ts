import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readlinkSync } from 'node:fs';
import { freePort, type StartedPortal, until } from '@secure-preview/dev';

export const services = ['gateway', 'auth-service', 'analytics-service', 'media-service'] as const;
export type Service = (typeof services)[number];

/** Milliseconds for a process to start on a machine that does other things too. */
const START_MS = 300_000;

interface Replica {
  service: Service;
  child: ChildProcess;
  /** Where a gateway takes requests. */
  port: number;
}

const parts = (pid: number, file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8').split('\0');

/** Runs a program once more as a process of it runs now: the same file, folder and settings, but ports of its own. */
async function another(service: Service, pid: number): Promise<Replica> {
  const [command = '', ...args] = parts(pid, 'cmdline').filter(Boolean);
  const env = Object.fromEntries(
    parts(pid, 'environ')
      .filter((line) => line.includes('=') && !line.startsWith('NODE_CHANNEL_'))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
  const [port, internal] = [await freePort(), await freePort()];
  const child = spawn(command, args, {
    cwd: readlinkSync(`/proc/${pid}/cwd`),
    env: { ...env, PORT: String(port), INTERNAL_PORT: String(internal) },
    stdio: 'ignore',
  });
  await until(
    async () => {
      if (child.exitCode !== null) throw new Error(`${service} ended with exit code ${child.exitCode}`);
      const health = `http://127.0.0.1:${internal}/health/ready`;
      return (await fetch(health, { signal: AbortSignal.timeout(2000) }).catch(() => undefined))?.ok;
    },
    { deadlineMs: START_MS, what: `another ${service}` },
  );
  return { service, child, port };
}

/** Replicas beside those that the portal was started with. */
export class Replicas {
  private readonly added: Replica[] = [];

  constructor(private readonly portal: StartedPortal) {}

  /** Makes it so many of each service, which are never less than before. */
  async grow(to: number): Promise<void> {
    for (const service of services) {
      const pid = this.portal.pids()[service] ?? 0;
      while (this.pids(service).length < to) this.added.push(await another(service, pid));
    }
  }

  /** @throws Error when one ended: what was measured is then not of so many */
  assertAll(): void {
    const gone = this.added.find(({ child }) => child.exitCode !== null || child.signalCode !== null);
    if (gone)
      throw new Error(`${gone.service} ended: exit code ${gone.child.exitCode}, ${gone.child.signalCode}`);
  }

  pids(service: Service): number[] {
    const own = this.added.filter((one) => one.service === service).map(({ child }) => child.pid ?? 0);
    return [this.portal.pids()[service] ?? 0, ...own];
  }

  /** Ports by which the gateways are reached. */
  gatewayPorts(): number[] {
    const own = this.added.filter(({ service }) => service === 'gateway').map(({ port }) => port);
    return [Number(new URL(this.portal.url).port), ...own];
  }

  /** Gateways first: what they have yet to tell is taken in by the services. */
  async stop(): Promise<void> {
    const end = async ({ child }: Replica) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    };
    await Promise.all(this.added.filter(({ service }) => service === 'gateway').map(end));
    await Promise.all(this.added.map(end));
  }
}
