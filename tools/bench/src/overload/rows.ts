import {
  isRetryableRejection,
  isSuccess,
  type Outcome,
  quantile,
  successShare,
} from '@secure-preview/testing';
import type { Row } from '../report.js';

const KINDS = ['arrival', 'page', 'watching', 'lead'];

/** Promised limits: share of the capacity, and milliseconds. */
const LEAST_OF_CAPACITY = 0.7;
const DEADLINE_MS = 10_000;
/** Desired limit within that deadline, in milliseconds. */
const P99_MS = 2000;

export interface Offered {
  outcomes: readonly Outcome[];
  /** Time of `performance.now()`. */
  began: number;
  seconds: number;
  factor: number;
  /** Responses per second when the load was no higher than the capacity. */
  capacity: number;
}

/** Counts only responses during the load: later ones show how much had queued up. */
export const answeredPerSecond = (outcomes: readonly Outcome[], began: number, seconds: number): number =>
  outcomes.filter((outcome) => isSuccess(outcome) && outcome.at <= began + seconds * 1000).length / seconds;

/**
 * Reports the outcome of requests. Goals are the promises for twice the capacity; nothing is promised beyond
 * that.
 */
export function rowsOf(name: string, { outcomes, began, seconds, factor, capacity }: Offered): Row[] {
  const row = (what: string, value: number, unit: string, goal?: [string, boolean]): Row => ({
    name: `${name}: ${what}`,
    value,
    unit,
    ...(goal ? { goal: goal[0], met: goal[1] } : {}),
  });
  const promised = (goal: string, met: boolean): [string, boolean] | undefined =>
    factor <= 2 ? [goal, met] : undefined;
  const refused = outcomes.filter(isRetryableRejection);
  const done = answeredPerSecond(outcomes, began, seconds);
  const ratio = done / capacity;
  const rude = outcomes.length - outcomes.filter(isSuccess).length - refused.length;
  const p99 = quantile(outcomes, 0.99);
  const longest = Math.max(...outcomes.map(({ ms }) => ms));
  const kept = factor === 2 ? promised(`>= ${LEAST_OF_CAPACITY}`, ratio >= LEAST_OF_CAPACITY) : undefined;
  return [
    { ...row('succeeded meanwhile', done, 'requests/s', kept), baseline: capacity, ratio },
    ...KINDS.map((kind) => row(`${kind}: succeeded`, successShare(outcomes, kind), 'share')),
    row('p50 of all', quantile(outcomes, 0.5), 'ms'),
    row('p99 of all', p99, 'ms', promised(`<= ${P99_MS}`, p99 <= P99_MS)),
    row(
      'p99 of leads',
      quantile(
        outcomes.filter(({ kind }) => kind === 'lead'),
        0.99,
      ),
      'ms',
    ),
    ...(refused.length > 0 ? [row('p99 of refusals', quantile(refused, 0.99), 'ms')] : []),
    row('longest', longest, 'ms', promised(`<= ${DEADLINE_MS}`, longest <= DEADLINE_MS)),
    row('neither succeeded nor refused with Retry-After', rude, 'requests', promised('0', rude === 0)),
  ];
}
