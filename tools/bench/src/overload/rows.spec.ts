import type { Outcome } from '@secure-preview/testing';
import { answeredPerSecond, rowsOf } from './rows.js';

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
const offered = { outcomes, began: 1000, seconds: 2, capacity: 1 };

it('counts timely responses, but no refusals', () => {
  expect(answeredPerSecond(outcomes, 1000, 2)).toBe(1);
});

it('sets goals for the promised load only', () => {
  const judged = (factor: number) =>
    rowsOf('x', { ...offered, factor }).flatMap(({ name, met }) => (met === undefined ? [] : [[name, met]]));
  expect(judged(2)).toEqual([
    ['x: succeeded meanwhile', true],
    ['x: p99 of all', false],
    ['x: longest', true],
    ['x: neither succeeded nor refused with Retry-After', false],
  ]);
  expect(judged(4)).toEqual([]);
});
