import type { Outcome } from '@secure-preview/testing';
import { rowsOf, succeededPerSecond } from './rows.js';

const outcome = (at: number, status: number, retryAfter?: string): Outcome => ({
  kind: 'lead',
  status,
  succeeded: status < 400,
  ms: at,
  at: 1000 + at,
  retryAfter,
});
const outcomes = [
  outcome(10, 200),
  outcome(1999, 302),
  outcome(2001, 200),
  outcome(5, 503, '2'),
  outcome(5, 401),
];
const offered = { outcomes, startedAt: 1000, seconds: 2, capacity: 1 };

it('counts only successful responses during the load', () => {
  expect(succeededPerSecond(outcomes, 1000, 2)).toBe(1);
});

it('sets goals up to twice the capacity only', () => {
  const goalsAt = (factor: number) =>
    rowsOf('x', { ...offered, factor }).flatMap(({ name, met }) => (met === undefined ? [] : [[name, met]]));
  expect(goalsAt(2)).toEqual([
    ['x: succeeded in time', true],
    ['x: p99 of all', false],
    ['x: longest', true],
    ['x: neither succeeded nor rejected with Retry-After', false],
  ]);
  expect(goalsAt(4)).toEqual([]);
});
