import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface StartedProgram {
  /** First group of the pattern's match in the output. */
  readonly found: string;
  stop(): Promise<void>;
}

const DEADLINE_MS = 60_000;

/** Stops a program with all processes that it started. */
async function stop(child: ChildProcess): Promise<void> {
  const ended = child.exitCode !== null || child.signalCode !== null ? undefined : once(child, 'exit');
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
  await ended;
}

/** Starts a program. With a pattern, waits until the output matches. */
export async function startProgram(
  command: string,
  args: string[],
  { pattern, env = {} }: { pattern?: RegExp; env?: NodeJS.ProcessEnv } = {},
): Promise<StartedProgram> {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  try {
    const found = await new Promise<string>((resolve, reject) => {
      const fail = (reason: string) => reject(new Error(`${command} ${reason}:\n${output}`));
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (chunk: string) => {
          output = (output + chunk).slice(-20_000);
          const match = pattern?.exec(output);
          if (match) resolve(match[1] ?? '');
        });
      }
      child.once('spawn', () => pattern ?? resolve(''));
      child.once('error', reject);
      child.once('exit', (code, signal) => fail(`ended with ${code ?? signal}`));
      setTimeout(() => fail('was not ready in time'), DEADLINE_MS).unref();
    });
    return { found, stop: () => stop(child) };
  } catch (error) {
    await stop(child);
    throw error;
  }
}
