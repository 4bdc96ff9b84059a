import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const appDir = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** A port that nobody listened on a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function run(program: string, variables: Record<string, string>): ChildProcess {
  const { PATH } = process.env;
  return spawn(process.execPath, [join(appDir, 'dist', program)], {
    env: { PATH, LOG_LEVEL: 'error', ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Runs the service's migrations; resolves with the exit code. */
export async function migrate(variables: Record<string, string>): Promise<number | null> {
  const child = run('database/migrate.js', variables);
  child.stdout?.pipe(process.stdout, { end: false });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}

/** The service as a process of its own, which can be killed. */
export class ServiceProcess {
  private output = '';

  private constructor(private readonly child: ChildProcess) {
    child.stdout?.on('data', (chunk: Buffer) => {
      this.output += chunk.toString();
    });
  }

  /** What it has logged so far; errors alone unless `LOG_LEVEL` says otherwise. */
  get log(): string {
    return this.output;
  }

  static start(variables: Record<string, string>): ServiceProcess {
    return new ServiceProcess(run('main.js', variables));
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Ends it with a signal; resolves with its exit code once it is gone. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    if (this.isRunning) {
      const gone = once(this.child, 'exit');
      this.child.kill(signal);
      await gone;
    }
    return this.child.exitCode;
  }
}
