import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const appDir = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const packages = ['contracts', 'rpc', 'service-kit', 'analytics-service'];

/** Compiles the service and the libraries it runs on, as they are shipped. */
export async function buildService(): Promise<void> {
  for (const name of packages) {
    await promisify(execFile)('npm', ['run', 'build', '-w', `@secure-preview/${name}`], {
      cwd: join(appDir, '..', '..'),
    });
  }
}

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
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

/** Runs the service's migrations; resolves with the exit code. */
export async function migrate(variables: Record<string, string>): Promise<number | null> {
  const [code] = (await once(run('database/migrate.js', variables), 'exit')) as [number | null];
  return code;
}

/** The service as a process of its own, which can be killed. */
export class ServiceProcess {
  private constructor(private readonly child: ChildProcess) {}

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
