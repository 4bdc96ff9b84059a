import { jest } from '@jest/globals';
import { throttled } from './throttled.js';

const run = jest.fn();
const limited = throttled(run, 500);
const runsAfter = async (ms: number) => {
  await jest.advanceTimersByTimeAsync(ms);
  return run.mock.calls.length;
};

beforeEach(() => {
  jest.useFakeTimers();
  run.mockClear();
});
afterEach(() => {
  limited.cancel();
  jest.useRealTimers();
});

it('runs at once, and then at most once in an interval', async () => {
  for (let call = 0; call < 5; call++) limited();
  expect(run).toHaveBeenCalledTimes(1);
  expect(await runsAfter(499)).toBe(1);
  expect(await runsAfter(1)).toBe(2);
  limited();
  expect(await runsAfter(499)).toBe(2);
  expect(await runsAfter(1)).toBe(3);
});

it('runs at once again after an interval without calls', async () => {
  limited();
  expect(await runsAfter(1000)).toBe(1);
  limited();
  expect(run).toHaveBeenCalledTimes(2);
});

it('cancels a run that is due', async () => {
  limited();
  limited();
  limited.cancel();
  expect(await runsAfter(1000)).toBe(1);
});
