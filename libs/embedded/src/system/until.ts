import { setTimeout as sleep } from 'node:timers/promises';

export interface UntilOptions {
  /** Limit in milliseconds; default 10 s. */
  deadlineMs?: number;
  /** Pause between two attempts in milliseconds; default 10. */
  everyMs?: number;
  /** Stops waiting when this aborts. */
  signal?: AbortSignal;
  /** Description of the condition, for the error message; a function can include the last value. */
  what?: string | (() => string);
}

/**
 * Polls until `condition` returns something truthy, and returns it. A condition that throws counts as false;
 * its last error becomes the cause of the error thrown at the deadline.
 */
export async function until<T>(
  condition: () => T | Promise<T>,
  options: UntilOptions = {},
): Promise<NonNullable<T>> {
  const { deadlineMs = 10_000, everyMs = 10, signal, what = 'the condition' } = options;
  const end = Date.now() + deadlineMs;
  for (;;) {
    signal?.throwIfAborted();
    let cause: unknown;
    try {
      const value = await condition();
      if (value) return value;
    } catch (error) {
      cause = error;
    }
    if (Date.now() >= end) {
      const name = typeof what === 'string' ? what : what();
      throw new Error(`Waited ${deadlineMs} ms for ${name} without success`, { cause });
    }
    await sleep(everyMs);
  }
}
