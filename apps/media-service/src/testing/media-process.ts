import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const appDir = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const packages = ['contracts', 'rpc', 'service-kit', 'media-service'];

/** Compiles the service and the libraries it runs on, as they are shipped. */
export async function buildService(): Promise<void> {
  for (const name of packages) {
    await promisify(execFile)('npm', ['run', 'build', '-w', `@secure-preview/${name}`], {
      cwd: join(appDir, '..', '..'),
    });
  }
}

/** media-service as a process of its own, which can be killed. */
export class MediaProcess {
  private constructor(private readonly child: ChildProcess) {}

  static start(variables: Record<string, string>): MediaProcess {
    const { PATH, LD_LIBRARY_PATH } = process.env;
    const child = spawn(process.execPath, [join(appDir, 'dist', 'main.js')], {
      env: { PATH, ...(LD_LIBRARY_PATH ? { LD_LIBRARY_PATH } : {}), ...variables },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    return new MediaProcess(child);
  }

  /** Ends it with a signal; resolves with its exit code once it is gone. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const gone = once(this.child, 'exit');
      this.child.kill(signal);
      await gone;
    }
    return this.child.exitCode;
  }

  /** Command lines of running programs that work in this process's folders. */
  programs(): string[] {
    const folder = `-${this.child.pid}-`;
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => {
        try {
          return readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ');
        } catch {
          return '';
        }
      })
      .filter((line) => line.includes('secure-preview-media-') && line.includes(folder));
  }
}

/** A process that runs a silent program as media-service runs ffmpeg, and the number of that program. */
export async function startSilentProgram(): Promise<{ runner: ChildProcess; pid: string }> {
  const script = `
    const { runProgram } = await import(${JSON.stringify(join(appDir, 'dist/processing/ffmpeg/run-program.js'))});
    await runProgram('sh', ['-c', 'echo $$; exec sleep 600'], {
      dir: '/', signal: new AbortController().signal, timeoutMs: 600_000, onLine: console.log,
    });`;
  const runner = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(runner.stdout, 'data')) as [Buffer];
  return { runner, pid: line.toString().trim() };
}
