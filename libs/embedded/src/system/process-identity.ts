import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Identifies one process, as distinct from a later one with the same pid. */
export interface ProcessIdentity {
  pid: number;
  /** Start time in the format of the operating system; compared for equality only. */
  startedAt: string;
}

function linuxStart(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command name, in brackets, may contain blanks and brackets; the fields after it do not (proc(5)).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state] = fields;
    const startTicks = fields[19];
    if (state === 'Z' || state === 'X') return undefined;
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${startTicks}`;
  } catch {
    return undefined;
  }
}

function psStart(pid: number): string | undefined {
  try {
    const lines = execFileSync('ps', ['-o', 'state=,lstart=', '-p', String(pid)], {
      encoding: 'utf8',
    }).trim();
    return lines === '' || lines.startsWith('Z') ? undefined : lines.replace(/^\S+\s+/, '');
  } catch {
    return undefined;
  }
}

/**
 * Returns the identity of a running process; undefined when no process or only a zombie has that pid.
 */
export function identify(pid: number): ProcessIdentity | undefined {
  const startedAt = process.platform === 'linux' ? linuxStart(pid) : psStart(pid);
  return startedAt === undefined ? undefined : { pid, startedAt };
}

/** Returns whether this process is running, as opposed to another one with its pid. */
export function isRunning(identity: ProcessIdentity): boolean {
  return identify(identity.pid)?.startedAt === identity.startedAt;
}

/** Returns the arguments of a running process; undefined if it has exited or is not accessible. */
export function commandLine(pid: number): string[] | undefined {
  try {
    return process.platform === 'linux'
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1)
      : execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
          .trim()
          .split(' ');
  } catch {
    return undefined;
  }
}

/** Returns the working folder of a running process; undefined if the operating system does not expose it. */
export function workingDir(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

/** Sends a signal. Ignores a process that has already exited. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/**
 * Stops a process, which need not be a child of this one: by `stopSignal`, then by SIGKILL after the grace
 * time. Resolves once it has exited.
 */
export async function endProcess(
  identity: ProcessIdentity,
  stopSignal: NodeJS.Signals,
  graceMs: number,
): Promise<void> {
  const deadline = Date.now() + graceMs;
  if (isRunning(identity)) signal(identity.pid, stopSignal);
  while (isRunning(identity)) {
    if (Date.now() > deadline) signal(identity.pid, 'SIGKILL');
    await sleep(20);
  }
}
