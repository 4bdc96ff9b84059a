import { loadavg } from 'node:os';
import { isSuccess, type Outcome, quantile } from '@secure-preview/testing';
import { type Row, withGoal } from '../report.js';
import { memoryDrift, type Sample } from './memory.js';

/** Largest ratio of private memory at the end to that after the warm-up. */
const MAX_DRIFT = 1.05;
/** Minimum length in minutes of a run whose memory growth has a goal. */
const MIN_MEMORY_MINUTES = 10;
/**
 * Processes whose memory must stay constant. Redis grows by a session for each lead. Idle processes may delay
 * their garbage collection for minutes.
 */
const CONSTANT_MEMORY = ['gateway', 'analytics-service', 'postgres'];

export interface Run {
  outcomes: Outcome[];
  seconds: number;
}

export const acknowledged = ({ outcomes }: Run): Outcome[] => outcomes.filter(isSuccess);
/** Returns the acknowledged leads a second. */
export const rate = (of: Run): number => acknowledged(of).length / of.seconds;

/** Returns a row of a number of leads that must be 0. */
export const zeroRow = (name: string, value: number): Row => ({
  name,
  value,
  unit: 'leads',
  goal: '0',
  met: value === 0,
});

interface Runs {
  before: Run;
  sustained: Run;
  after: Run;
  /** Visitors at once before and after. */
  concurrency: number;
  /** Leads that were due in each second of the sustained run. */
  perSecond: number;
  /** CPU time of all processes during the sustained run, in seconds. */
  cpu: number;
}

/** Returns the rows of throughput and latency. @param label name of the sustained run */
export function loadRows(
  label: string,
  { before, sustained, after, concurrency, perSecond, cpu }: Runs,
): Row[] {
  const acknowledgedCount = acknowledged(sustained).length;
  return [
    { name: `capacity before, ${concurrency} concurrent`, value: rate(before), unit: 'leads/s' },
    { name: `capacity after, ${concurrency} concurrent`, value: rate(after), unit: 'leads/s' },
    { name: `${label}: sent`, value: perSecond, unit: 'leads/s' },
    { name: `${label}: acknowledged`, value: rate(sustained), unit: 'leads/s' },
    zeroRow(`${label}: rejected or failed`, sustained.outcomes.length - acknowledgedCount),
    {
      name: `${label}: p50 from the scheduled time`,
      value: quantile(sustained.outcomes, 0.5),
      unit: 'ms',
    },
    {
      name: `${label}: p99 from the scheduled time`,
      value: quantile(sustained.outcomes, 0.99),
      unit: 'ms',
    },
    {
      name: `${label}: CPU of all processes`,
      value: (cpu * 1000) / acknowledgedCount,
      unit: 'ms/lead',
    },
    { name: 'load average of one minute', value: loadavg()[0] ?? 0, unit: 'load' },
  ];
}

/** Returns the growth of memory. @param seconds length of the sustained run */
export function memoryRows(samples: readonly Sample[], seconds: number): Row[] {
  // Skips a fifth of the time as warm-up, then compares the first fifth with the last.
  const partSeconds = seconds / 5;
  const hasGoal = seconds >= MIN_MEMORY_MINUTES * 60;
  return Object.keys(samples[0]?.megabytes ?? {}).map((name) => {
    const { first, last, ratio } = memoryDrift(samples, name, partSeconds, partSeconds);
    const row = { name: `memory of ${name}`, value: last, unit: 'MB', baseline: first, ratio };
    return hasGoal && CONSTANT_MEMORY.includes(name) ? withGoal(row, '≤', MAX_DRIFT, 'ratio') : row;
  });
}
