import { setTimeout as sleep } from 'node:timers/promises';

export interface UntilOptions {
  /** Give up after this time; default 10 s. */
  deadlineMs?: number;
  /** Pause between two tries; default 10 ms. */
  everyMs?: number;
  /** Give up at once when this fires. */
  signal?: AbortSignal;
  /** What is awaited, for the error's sentence. */
  what?: string;
}

/**
 * Polls until `condition` answers something truthy, and returns it. A condition that throws counts as not yet true;
 * its last error is the cause of the one thrown at the deadline.
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
    if (Date.now() >= end) throw new Error(`Waited ${deadlineMs} ms in vain for ${what}`, { cause });
    await sleep(everyMs);
  }
}
