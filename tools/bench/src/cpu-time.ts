import { readdirSync, readFileSync } from 'node:fs';

/** USER_HZ of Linux on every architecture Node runs on (proc(5), `/proc/[pid]/stat`). */
const TICKS_PER_SECOND = 100;

interface ProcessTimes {
  pid: number;
  parent: number;
  /** CPU seconds, including the CPU time of ended children. */
  seconds: number;
}

function readProcess(pid: number): ProcessTimes | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in brackets, which may contain blanks.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + (fields[index] ?? 0), 0);
    return { pid, parent: fields[1] ?? 0, seconds: ticks / TICKS_PER_SECOND };
  } catch {
    return undefined;
  }
}

/** Returns processes and all their descendants. */
function withDescendants(pids: readonly number[]): ProcessTimes[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readProcess(Number(name)))
    .filter((process) => process !== undefined);
  const included = new Set(pids);
  for (let hasGrown = true; hasGrown; ) {
    const sizeBefore = included.size;
    for (const { pid, parent } of all) if (included.has(parent)) included.add(pid);
    hasGrown = included.size > sizeBefore;
  }
  return all.filter(({ pid }) => included.has(pid));
}

/** Returns the CPU seconds that processes and all their descendants have used so far. */
export function cpuSeconds(pids: readonly number[]): number {
  return withDescendants(pids).reduce((sum, { seconds }) => sum + seconds, 0);
}

/** Returns the resident memory of one process in MB. */
export function residentMegabytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes ?? 0) / 1024;
}

/** Returns the resident memory of a process and its descendants in MB. Pages that they share count for each. */
export function residentMegabytesOfTree(pid: number): number {
  return withDescendants([pid]).reduce((sum, process) => {
    try {
      return sum + residentMegabytes(process.pid);
    } catch {
      // Ended meanwhile.
      return sum;
    }
  }, 0);
}
