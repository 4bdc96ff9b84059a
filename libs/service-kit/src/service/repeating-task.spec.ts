import { jest } from '@jest/globals';
import { RepeatingTask } from './repeating-task.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('repeated work', () => {
  it('starts the next round one interval after the end of the previous round', async () => {
    const ends: (() => void)[] = [];
    const task = new RepeatingTask(
      () => new Promise<void>((resolve) => ends.push(resolve)),
      5000,
      () => undefined,
    );
    task.start();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(ends).toHaveLength(1);
    ends[0]?.();
    await jest.advanceTimersByTimeAsync(4999);
    expect(ends).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(ends).toHaveLength(2);
  });

  it('stops after the current round and leaves no timer', async () => {
    let rounds = 0;
    let end = (): void => undefined;
    const task = new RepeatingTask(
      () => {
        rounds++;
        return new Promise<void>((resolve) => {
          end = resolve;
        });
      },
      5000,
      () => undefined,
    );
    task.start();
    let stopped = false;
    const stopping = task.stop().then(() => {
      stopped = true;
    });
    await jest.advanceTimersByTimeAsync(10);
    expect(stopped).toBe(false);
    end();
    await stopping;
    expect(jest.getTimerCount()).toBe(0);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(rounds).toBe(1);
  });

  it('reports the first failure of an outage, and continues', async () => {
    const outcomes = [true, false, false, true, false];
    const reported: unknown[] = [];
    let round = 0;
    const task = new RepeatingTask(
      async () => {
        if (!outcomes[round++ % outcomes.length]) throw new Error(`round ${round}`);
      },
      1000,
      (error) => reported.push((error as Error).message),
    );
    task.start();
    await jest.advanceTimersByTimeAsync(4500);
    await task.stop();
    expect(reported).toEqual(['round 2', 'round 5']);
  });
});
