import {
  isRetryableRejection,
  isSuccess,
  type Outcome,
  quantile,
  successShare,
} from '@secure-preview/testing';
import type { Row } from '../report.js';

const KINDS = ['arrival', 'page', 'watching', 'lead'];

/** Promised minimum share of the capacity. */
const MIN_CAPACITY_SHARE = 0.7;
/** Promised limit for a response, in milliseconds. */
const DEADLINE_MS = 10_000;
/** Goal for the 99th percentile, in milliseconds. */
const P99_MS = 2000;

export interface LoadResult {
  outcomes: readonly Outcome[];
  /** Time of `performance.now()`. */
  startedAt: number;
  seconds: number;
  factor: number;
  /** Successful responses per second without overload. */
  capacity: number;
}

/** Returns the rate of successful responses during the load. Later responses come only from the queue. */
export const succeededPerSecond = (
  outcomes: readonly Outcome[],
  startedAt: number,
  seconds: number,
): number =>
  outcomes.filter((outcome) => isSuccess(outcome) && outcome.at <= startedAt + seconds * 1000).length /
  seconds;

/**
 * Reports the outcome of requests. Goals apply up to twice the capacity.
 */
export function rowsOf(name: string, { outcomes, startedAt, seconds, factor, capacity }: LoadResult): Row[] {
  const row = (what: string, value: number, unit: string, goal?: [string, boolean]): Row => ({
    name: `${name}: ${what}`,
    value,
    unit,
    ...(goal ? { goal: goal[0], met: goal[1] } : {}),
  });
  const goalOf = (goal: string, met: boolean): [string, boolean] | undefined =>
    factor <= 2 ? [goal, met] : undefined;
  const rejected = outcomes.filter(isRetryableRejection);
  const throughput = succeededPerSecond(outcomes, startedAt, seconds);
  const ratio = throughput / capacity;
  const unanswered = outcomes.length - outcomes.filter(isSuccess).length - rejected.length;
  const p99 = quantile(outcomes, 0.99);
  const longest = Math.max(...outcomes.map(({ ms }) => ms));
  const throughputGoal =
    factor === 2 ? goalOf(`>= ${MIN_CAPACITY_SHARE}`, ratio >= MIN_CAPACITY_SHARE) : undefined;
  return [
    { ...row('succeeded in time', throughput, 'requests/s', throughputGoal), baseline: capacity, ratio },
    ...KINDS.map((kind) => row(`${kind}: succeeded`, successShare(outcomes, kind), 'share')),
    row('p50 of all', quantile(outcomes, 0.5), 'ms'),
    row('p99 of all', p99, 'ms', goalOf(`<= ${P99_MS}`, p99 <= P99_MS)),
    row(
      'p99 of leads',
      quantile(
        outcomes.filter(({ kind }) => kind === 'lead'),
        0.99,
      ),
      'ms',
    ),
    ...(rejected.length > 0 ? [row('p99 of rejections', quantile(rejected, 0.99), 'ms')] : []),
    row('longest', longest, 'ms', goalOf(`<= ${DEADLINE_MS}`, longest <= DEADLINE_MS)),
    row(
      'neither succeeded nor rejected with Retry-After',
      unanswered,
      'requests',
      goalOf('0', unanswered === 0),
    ),
  ];
}
