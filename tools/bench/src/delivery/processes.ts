import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSeconds, residentMegabytes } from '../cpu-time.js';

/** Milliseconds between two samples of memory. */
const SAMPLE_MS = 10_000;
/** Number of samples whose median counts as "after warm-up" and "at the end". */
const EDGE = 3;

export type Pids = Record<string, number>;

/** Resources that one process used during the measurement. */
export interface Usage {
  cpuSeconds: number;
  /** Bytes read and written by any means: sockets, pipes and files (proc(5), `/proc/[pid]/io`). */
  movedBytes: number;
  /** Samples of resident memory, in MB. */
  memory: number[];
}

function movedBytes(pid: number): number {
  const text = readFileSync(`/proc/${pid}/io`, 'utf8');
  return ['rchar', 'wchar'].reduce(
    (sum, name) => sum + Number(new RegExp(`^${name}: (\\d+)`, 'm').exec(text)?.[1] ?? 0),
    0,
  );
}

/** Returns the present resident memory of each process, in MB. */
export const memoryNow = (pids: Pids): Record<string, number> =>
  Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, residentMegabytes(pid)]));

const mapPids = <T>(pids: Pids, read: (pid: number) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, read(pid)]));

/**
 * Observes processes for some seconds. Throws if one was replaced meanwhile, since its results would be
 * wrong.
 */
export async function observe(pids: () => Pids, seconds: number): Promise<Record<string, Usage>> {
  const began = performance.now();
  const processes = pids();
  const cpuBefore = mapPids(processes, (pid) => cpuSeconds([pid]));
  const movedBefore = mapPids(processes, movedBytes);
  const samples = [memoryNow(processes)];
  const end = began + seconds * 1000;
  for (let next = began + SAMPLE_MS; next <= end; next += SAMPLE_MS) {
    await sleep(next - performance.now());
    samples.push(memoryNow(processes));
  }
  await sleep(Math.max(0, end - performance.now()));
  const usage = Object.entries(processes).map(([name, pid]) => {
    if (pids()[name] !== pid) throw new Error(`${name} ended and was started again`);
    const used: Usage = {
      cpuSeconds: cpuSeconds([pid]) - (cpuBefore[name] ?? 0),
      movedBytes: movedBytes(pid) - (movedBefore[name] ?? 0),
      memory: samples.map((sample) => sample[name] ?? 0),
    };
    return [name, used] as const;
  });
  return Object.fromEntries(usage);
}

/** Returns memory at the beginning and at the end of the samples: the median of a few samples each. */
export function memoryEdges(memory: readonly number[]): { first: number; last: number } {
  const middle = (some: number[]) => some.sort((a, b) => a - b)[Math.floor(some.length / 2)] ?? 0;
  return { first: middle(memory.slice(0, EDGE)), last: middle(memory.slice(-EDGE)) };
}
