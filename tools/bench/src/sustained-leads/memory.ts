import { readdirSync, readFileSync } from 'node:fs';
import { median } from '../report.js';

/** Private memory of processes at one time, in MB. */
export interface Sample {
  /** Seconds since the start of the load. */
  at: number;
  megabytes: Record<string, number>;
}

/** Change of one process's memory, in MB. */
export interface Drift {
  first: number;
  last: number;
  ratio: number;
}

function statusOf(pid: number): { parent: number; anonymous: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8');
    const figure = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0);
    return { parent: figure('PPid'), anonymous: figure('RssAnon') / 1024 };
  } catch {
    return undefined;
  }
}

/**
 * Returns the private memory of each process and its children. Excludes files and shared memory, such as the
 * buffers of Postgres, which grow until they are full (proc(5), RssAnon).
 */
export function privateMegabytes(pids: Record<string, number>): Record<string, number> {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const status = statusOf(Number(name));
      return status === undefined ? [] : [{ pid: Number(name), ...status }];
    });
  const named = new Map(Object.entries(pids).map(([name, pid]) => [pid, name]));
  const ownerOf = (pid: number): string | undefined => {
    for (let at: number | undefined = pid; at; at = all.find((candidate) => candidate.pid === at)?.parent) {
      const name = named.get(at);
      if (name !== undefined) return name;
    }
    return undefined;
  };
  const sums: Record<string, number> = Object.fromEntries(Object.keys(pids).map((name) => [name, 0]));
  for (const { pid, anonymous } of all) {
    const name = ownerOf(pid);
    if (name !== undefined) sums[name] = (sums[name] ?? 0) + anonymous;
  }
  return sums;
}

/**
 * Compares the memory of a process at the end with its memory after the warm-up. Uses medians, because garbage
 * collections change the memory all the time.
 *
 * @param warmUpSeconds seconds to ignore
 * @param partSeconds seconds of the first and of the last part
 */
export function memoryDrift(
  samples: readonly Sample[],
  name: string,
  warmUpSeconds: number,
  partSeconds: number,
): Drift {
  const end = samples.at(-1)?.at ?? 0;
  const medianBetween = (from: number, to: number) =>
    median(
      samples
        .filter(({ at }) => at >= from && at <= to)
        .map(({ megabytes }) => megabytes[name] ?? Number.NaN),
    );
  const [first, last] = [
    medianBetween(warmUpSeconds, warmUpSeconds + partSeconds),
    medianBetween(end - partSeconds, end),
  ];
  return { first, last, ratio: last / first };
}
