import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** One particular process, told apart from a later one that was given the same pid. */
export interface ProcessIdentity {
  pid: number;
  /** When it started, in the words of the operating system; only ever compared for equality. */
  startedAt: string;
}

function linuxStart(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command name, in brackets, may itself hold blanks and brackets; fields after it do not (proc(5)).
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

/** The identity of a running process; undefined when there is none of that pid (a zombie counts as none). */
export function identify(pid: number): ProcessIdentity | undefined {
  const startedAt = process.platform === 'linux' ? linuxStart(pid) : psStart(pid);
  return startedAt === undefined ? undefined : { pid, startedAt };
}

/** True while this very process, not a namesake of its pid, is running. */
export function isRunning(identity: ProcessIdentity): boolean {
  return identify(identity.pid)?.startedAt === identity.startedAt;
}

/** The command line of a running process, its arguments apart; undefined when it is gone or not ours to see. */
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

/** The working folder of a running process; undefined where the operating system does not tell. */
export function workingDir(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

/** Sends a signal; a process that is already gone is no error. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/**
 * Ends a process that need not be our child: the polite signal first, SIGKILL after the grace time.
 * Returns once it is gone.
 */
export async function endProcess(
  identity: ProcessIdentity,
  polite: NodeJS.Signals,
  graceMs: number,
): Promise<void> {
  const timeouts = Date.now() + graceMs;
  if (isRunning(identity)) signal(identity.pid, polite);
  while (isRunning(identity)) {
    if (Date.now() > timeouts) signal(identity.pid, 'SIGKILL');
    await sleep(20);
  }
}
