import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const appDir = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** media-service in a separate process, which can be killed. */
export class MediaProcess {
  private constructor(private readonly child: ChildProcess) {}

  static start(variables: Record<string, string>): MediaProcess {
    const { PATH, LD_LIBRARY_PATH } = process.env;
    const child = spawn(process.execPath, [join(appDir, 'dist', 'bundle', 'main.js')], {
      env: { PATH, ...(LD_LIBRARY_PATH ? { LD_LIBRARY_PATH } : {}), ...variables },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    return new MediaProcess(child);
  }

  /** Ends the process with a signal; resolves with its exit code once it has exited. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    if (!this.hasEnded()) {
      const exited = once(this.child, 'exit');
      this.child.kill(signal);
      await exited;
    }
    return this.child.exitCode;
  }

  hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  programs(): string[] {
    return programsOf(this.child.pid ?? 0);
  }
}

/** Returns the command lines of running programs in the work folders of a media-service process. */
export function programsOf(pid: number): string[] {
  const folder = `-${pid}-`;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => {
      try {
        return readFileSync(`/proc/${name}/cmdline`, 'latin1').replaceAll('\0', ' ');
      } catch {
        return '';
      }
    })
    .filter((line) => line.includes('secure-preview-media-') && line.includes(folder));
}

/**
 * Starts a process that runs a silent program as media-service runs ffmpeg. Returns it with the program's
 * process id.
 */
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
