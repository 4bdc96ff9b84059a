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
 * Returns the private memory of each process, with its children. It excludes files and shared memory, such as
 * Postgres's buffers, which grow until they are full (proc(5), RssAnon).
 */
export function ownMegabytes(pids: Record<string, number>): Record<string, number> {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const status = statusOf(Number(name));
      return status === undefined ? [] : [{ pid: Number(name), ...status }];
    });
  const named = new Map(Object.entries(pids).map(([name, pid]) => [pid, name]));
  const ownerOf = (pid: number): string | undefined => {
    for (let at: number | undefined = pid; at; at = all.find((one) => one.pid === at)?.parent) {
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
 * Compares the memory of a process at the end with that right after the warm-up. Memory goes up and down with
 * collections, so each part spans many of them, and its median counts.
 *
 * @param warmUp seconds to ignore
 * @param part seconds of the first and of the last part
 */
export function drift(samples: readonly Sample[], name: string, warmUp: number, part: number): Drift {
  const end = samples.at(-1)?.at ?? 0;
  const middle = (from: number, to: number) =>
    median(
      samples
        .filter(({ at }) => at >= from && at <= to)
        .map(({ megabytes }) => megabytes[name] ?? Number.NaN),
    );
  const [first, last] = [middle(warmUp, warmUp + part), middle(end - part, end)];
  return { first, last, ratio: last / first };
}
