import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const appDir = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Exit code and output of a program of the service. */
export interface ProgramResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a built program of the service, such as `main.js`, in a child process. */
export class AuthProcess {
  /** Standard output so far. */
  stdout = '';
  private stderr = '';
  private readonly closed: Promise<unknown[]>;

  private constructor(private readonly child: ChildProcess) {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.stdout += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
    });
    this.closed = once(child, 'close');
  }

  static start(program: string, args: string[], variables: Record<string, string>): AuthProcess {
    const { PATH = '' } = process.env;
    const child = spawn(process.execPath, [join(appDir, 'dist', 'bundle', program), ...args], {
      env: { PATH, ...variables },
    });
    return new AuthProcess(child);
  }

  /** Runs a program until it exits, with `input` as standard input. */
  static async run(
    program: string,
    args: string[],
    variables: Record<string, string>,
    input = '',
  ): Promise<ProgramResult> {
    const started = AuthProcess.start(program, args, variables);
    started.child.stdin?.end(input);
    await started.closed;
    return { code: started.child.exitCode, stdout: started.stdout, stderr: started.stderr };
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Sends SIGKILL; resolves once the process has ended. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.closed;
  }

  /** Sends SIGTERM; resolves with the exit code. */
  async terminate(): Promise<number | null> {
    this.child.kill('SIGTERM');
    await this.closed;
    return this.child.exitCode;
  }
}
