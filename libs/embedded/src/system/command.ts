import { execFile, spawnSync } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/** Receives one plain sentence for each slow step. */
export type Log = (line: string) => void;

/** Runs a program and returns its stdout. Rejects on failure and after `deadlineMs`. */
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

/** Tries up to three times; throws the last error. */
export async function tryThreeTimes<T>(work: () => Promise<T>): Promise<T> {
  for (let triesLeft = 2; ; triesLeft -= 1) {
    try {
      return await work();
    } catch (error) {
      if (triesLeft === 0) throw error;
    }
  }
}

/** Returns the path of a program on PATH; undefined if there is none. */
export function onPath(name: string, env: NodeJS.ProcessEnv = process.env): string | undefined {
  for (const dir of (env['PATH'] ?? '').split(delimiter)) {
    const path = join(dir, name);
    if (dir !== '' && isExecutable(path)) return path;
  }
  return undefined;
}

/** Returns whether this user may execute the file. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/**
 * Returns the output of `command --version` or of another flag; undefined when the program does not run here.
 */
export function versionOf(command: string, flag = '--version'): string | undefined {
  const probe = spawnSync(command, [flag], { encoding: 'utf8', timeout: 20_000, killSignal: 'SIGKILL' });
  return probe.status === 0 ? probe.stdout : undefined;
}
