import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readlinkSync } from 'node:fs';
import { freePort, until } from '@secure-preview/embedded';
import { type StartedPortal } from '@secure-preview/standalone';
import { endAtExit } from '../end-at-exit.js';

export const services = ['gateway', 'auth-service', 'analytics-service', 'media-service'] as const;
export type Service = (typeof services)[number];

/** Limit for the start of a process on a busy machine, in milliseconds. */
const START_MS = 300_000;

interface Replica {
  service: Service;
  child: ChildProcess;
  /** Port at which a gateway accepts requests. */
  port: number;
}

const readFields = (pid: number, file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8').split('\0');

/** Starts a replica of a running process with the same program, folder and settings, on different ports. */
async function startReplica(service: Service, pid: number): Promise<Replica> {
  const [command = '', ...args] = readFields(pid, 'cmdline').filter(Boolean);
  const env = Object.fromEntries(
    readFields(pid, 'environ')
      .filter((line) => line.includes('=') && !line.startsWith('NODE_CHANNEL_'))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
  const [port, internal] = [await freePort(), await freePort()];
  const child = spawn(command, args, {
    cwd: readlinkSync(`/proc/${pid}/cwd`),
    env: { ...env, PORT: String(port), INTERNAL_PORT: String(internal) },
    stdio: 'ignore',
  });
  endAtExit(child);
  await until(
    async () => {
      if (child.exitCode !== null) throw new Error(`${service} ended with exit code ${child.exitCode}`);
      const health = `http://127.0.0.1:${internal}/health/ready`;
      return (await fetch(health, { signal: AbortSignal.timeout(2000) }).catch(() => undefined))?.ok;
    },
    { deadlineMs: START_MS, what: `startReplica ${service}` },
  );
  return { service, child, port };
}

/** Replicas that are added to the processes of a portal. */
export class Replicas {
  private readonly added: Replica[] = [];

  constructor(private readonly portal: StartedPortal) {}

  /** Adds replicas until each service, or each of `selected`, has `count`. */
  async grow(count: number, selected: readonly Service[] = services): Promise<void> {
    for (const service of selected) {
      const pid = this.portal.pids()[service] ?? 0;
      while (this.pids(service).length < count) this.added.push(await startReplica(service, pid));
    }
  }

  /** @throws Error if a replica has ended, because the results would belong to fewer replicas */
  assertAll(): void {
    const ended = this.added.find(({ child }) => child.exitCode !== null || child.signalCode !== null);
    if (ended)
      throw new Error(`${ended.service} ended: exit code ${ended.child.exitCode}, ${ended.child.signalCode}`);
  }

  pids(service: Service): number[] {
    const addedPids = this.added
      .filter((replica) => replica.service === service)
      .map(({ child }) => child.pid ?? 0);
    return [this.portal.pids()[service] ?? 0, ...addedPids];
  }

  /** Returns the ports of the gateways. */
  gatewayPorts(): number[] {
    const addedPids = this.added.filter(({ service }) => service === 'gateway').map(({ port }) => port);
    return [Number(new URL(this.portal.url).port), ...addedPids];
  }

  /** Stops gateways first, because the services must receive their last reports. */
  async stop(): Promise<void> {
    const stopReplica = async ({ child }: Replica) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    };
    await Promise.all(this.added.filter(({ service }) => service === 'gateway').map(stopReplica));
    await Promise.all(this.added.map(stopReplica));
  }
}
