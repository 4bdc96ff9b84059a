import { readdirSync, readFileSync } from 'node:fs';
import { median } from '../report.js';

/** A process's own memory at a moment, in MB. */
export interface Sample {
  /** Seconds since the load began. */
  at: number;
  megabytes: Record<string, number>;
}

/** How the memory of one process developed, in MB. */
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
 * Memory of its own that each process has, with its children: not what it shares with others, such as Postgres's
 * buffers, which fill until they are full, nor files (proc(5), RssAnon).
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
 * What a process has in the last part of the time against the first part after the warm-up. Memory that is collected
 * goes up and down, so each part is as long as many collections, and its middle value counts.
 *
 * @param warmUp seconds that do not count
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
