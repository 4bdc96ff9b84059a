import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export interface LogLine {
  level: string;
  text: string;
  requestId?: string;
  error?: string;
}

interface ReplicaOptions {
  /**
   * URL of the Redis for the calls. It also stores the effects unless `storeUrl` names another Redis.
   */
  url: string;
  storeUrl?: string;
  maxInFlight?: number;
  maxQueued?: number;
}

let bundled: Promise<string> | undefined;

/** Returns the path of the bundled probe service, which starts in a third of the CPU time of its sources. */
function program(): Promise<string> {
  const script = fileURLToPath(new URL('./bundle-probe.mjs', import.meta.url));
  bundled ??= promisify(execFile)(process.execPath, [script]).then(({ stdout }) => stdout);
  return bundled;
}

/** One replica of the probe service, in a separate process. */
export class Replica {
  readonly logs: LogLine[] = [];

  private constructor(private readonly child: ChildProcess) {
    child.on('message', (message: { log?: LogLine }) => {
      if (message.log) this.logs.push(message.log);
    });
  }

  /** Starts a replica; resolves once it serves. */
  static async start({ url, storeUrl = url, ...options }: ReplicaOptions): Promise<Replica> {
    const child = fork(await program(), {
      execArgv: [],
      env: {
        PATH: process.env['PATH'],
        PROBE_REDIS_URL: url,
        PROBE_STORE_URL: storeUrl,
        PROBE_OPTIONS: JSON.stringify(options),
      },
    });
    const replica = new Replica(child);
    await replica.message('serving');
    return replica;
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Handler runs so far, by method. */
  async runs(): Promise<Record<string, number>> {
    const answer = this.message('runs');
    this.child.send('runs');
    return (await answer)['runs'] as Record<string, number>;
  }

  /** Ends the replica with SIGTERM. @returns its exit code */
  async terminate(): Promise<number | null> {
    return this.end('SIGTERM');
  }

  async kill9(): Promise<void> {
    await this.end('SIGKILL');
  }

  private async end(signal: NodeJS.Signals): Promise<number | null> {
    const { child } = this;
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const exit = once(child, 'exit');
    child.kill(signal);
    const [code] = await exit;
    return code as number | null;
  }

  private message(key: string): Promise<Record<string, unknown>> {
    return new Promise((resolve, reject) => {
      const onMessage = (message: Record<string, unknown>) => {
        if (!(key in message)) return;
        this.child.off('message', onMessage);
        this.child.off('exit', onExit);
        resolve(message);
      };
      const onExit = () => reject(new Error(`The replica ended before it reported "${key}"`));
      this.child.on('message', onMessage);
      this.child.once('exit', onExit);
    });
  }
}
