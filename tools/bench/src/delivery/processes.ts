import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSeconds, residentMegabytes } from '../cpu-time.js';

/** Milliseconds between two samples of memory. */
const SAMPLE_MS = 10_000;
/** Number of samples at the start and at the end whose median is compared. */
const EDGE_SAMPLES = 3;

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

/** Returns the current resident memory of each process, in MB. */
export const memoryNow = (pids: Pids): Record<string, number> =>
  Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, residentMegabytes(pid)]));

const mapPids = <T>(pids: Pids, read: (pid: number) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, read(pid)]));

/**
 * Measures the resources that processes use for some seconds. Throws if a process was replaced, because its
 * results would be wrong.
 */
export async function observe(pids: () => Pids, seconds: number): Promise<Record<string, Usage>> {
  const startedAt = performance.now();
  const processes = pids();
  const cpuBefore = mapPids(processes, (pid) => cpuSeconds([pid]));
  const movedBefore = mapPids(processes, movedBytes);
  const samples = [memoryNow(processes)];
  const end = startedAt + seconds * 1000;
  for (let next = startedAt + SAMPLE_MS; next <= end; next += SAMPLE_MS) {
    await sleep(next - performance.now());
    samples.push(memoryNow(processes));
  }
  await sleep(Math.max(0, end - performance.now()));
  const usage = Object.entries(processes).map(([name, pid]) => {
    if (pids()[name] !== pid) throw new Error(`${name} was restarted`);
    const processUsage: Usage = {
      cpuSeconds: cpuSeconds([pid]) - (cpuBefore[name] ?? 0),
      movedBytes: movedBytes(pid) - (movedBefore[name] ?? 0),
      memory: samples.map((sample) => sample[name] ?? 0),
    };
    return [name, processUsage] as const;
  });
  return Object.fromEntries(usage);
}

/** Returns memory at the beginning and at the end of the samples: the median of a few samples each. */
export function memoryEdges(memory: readonly number[]): { first: number; last: number } {
  const medianOf = (some: number[]) => some.sort((a, b) => a - b)[Math.floor(some.length / 2)] ?? 0;
  return { first: medianOf(memory.slice(0, EDGE_SAMPLES)), last: medianOf(memory.slice(-EDGE_SAMPLES)) };
}
