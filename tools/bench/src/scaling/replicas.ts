import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readlinkSync } from 'node:fs';
import { freePort, type StartedPortal, until } from '@secure-preview/standalone';

export const services = ['gateway', 'auth-service', 'analytics-service', 'media-service'] as const;
export type Service = (typeof services)[number];

/** Milliseconds for a process to start on a busy machine. */
const START_MS = 300_000;

interface Replica {
  service: Service;
  child: ChildProcess;
  /** Port at which a gateway accepts requests. */
  port: number;
}

const parts = (pid: number, file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8').split('\0');

/** Starts another instance of a running program: the same file, folder and settings, but different ports. */
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

/** Replicas in addition to those that the portal was started with. */
export class Replicas {
  private readonly added: Replica[] = [];

  constructor(private readonly portal: StartedPortal) {}

  /** Grows each service to `to` replicas. The number never shrinks. */
  async grow(to: number): Promise<void> {
    for (const service of services) {
      const pid = this.portal.pids()[service] ?? 0;
      while (this.pids(service).length < to) this.added.push(await another(service, pid));
    }
  }

  /** @throws Error when a replica has ended: the results would then belong to fewer replicas */
  assertAll(): void {
    const gone = this.added.find(({ child }) => child.exitCode !== null || child.signalCode !== null);
    if (gone)
      throw new Error(`${gone.service} ended: exit code ${gone.child.exitCode}, ${gone.child.signalCode}`);
  }

  pids(service: Service): number[] {
    const own = this.added.filter((one) => one.service === service).map(({ child }) => child.pid ?? 0);
    return [this.portal.pids()[service] ?? 0, ...own];
  }

  /** Returns the ports of the gateways. */
  gatewayPorts(): number[] {
    const own = this.added.filter(({ service }) => service === 'gateway').map(({ port }) => port);
    return [Number(new URL(this.portal.url).port), ...own];
  }

  /** Stops gateways first, because the services must receive their last reports. */
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
