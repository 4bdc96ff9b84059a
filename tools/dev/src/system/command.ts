import { execFile, spawnSync } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/** Told about slow steps, one plain sentence each. */
export type Log = (line: string) => void;

/** Runs a program and returns what it wrote to stdout; rejects on failure and after `deadlineMs`. */
export async function output(
  command: string,
  args: string[],
  deadlineMs: number,
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<string> {
  const { stdout } = await promisify(execFile)(command, args, {
    ...options,
    timeout: deadlineMs,
    killSignal: 'SIGKILL',
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
}

/** Tries once and, should that fail, twice more; the last failure is thrown. */
export async function threeTimes<T>(work: () => Promise<T>): Promise<T> {
  for (let left = 2; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (left === 0) throw error;
    }
  }
}

/** Where a program lies on PATH, if it does. */
export function onPath(name: string, env: NodeJS.ProcessEnv = process.env): string | undefined {
  for (const dir of (env['PATH'] ?? '').split(delimiter)) {
    const path = join(dir, name);
    if (dir !== '' && isExecutable(path)) return path;
  }
  return undefined;
}

/** True for a file that this user may run. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** What `command --version` and its like print, or undefined when the program does not run here. */
export function versionOf(command: string, flag = '--version'): string | undefined {
  const probe = spawnSync(command, [flag], { encoding: 'utf8', timeout: 20_000, killSignal: 'SIGKILL' });
  return probe.status === 0 ? probe.stdout : undefined;
}
