import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const appDir = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Returns a port that was free a moment ago. */
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
  return spawn(process.execPath, [join(appDir, 'dist', 'bundle', program)], {
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

/** Runs the service in a child process. */
export class ServiceProcess {
  private output = '';

  private constructor(private readonly child: ChildProcess) {
    child.stdout?.on('data', (chunk: Buffer) => {
      this.output += chunk.toString();
    });
  }

  /** Log output so far; only errors unless `LOG_LEVEL` is set. */
  get log(): string {
    return this.output;
  }

  static start(variables: Record<string, string>): ServiceProcess {
    return new ServiceProcess(run('main.js', variables));
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Sends a signal; resolves with the exit code once the process has exited. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    if (this.isRunning) {
      const exited = once(this.child, 'exit');
      this.child.kill(signal);
      await exited;
    }
    return this.child.exitCode;
  }
}
