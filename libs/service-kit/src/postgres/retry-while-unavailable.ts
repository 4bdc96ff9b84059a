import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@secure-preview/contracts';
import { mapConnectionError } from '../errors/connection-errors.js';
import type { Logger } from '../logging/logger.js';

interface RetryTimes {
  /** Milliseconds after which it no longer retries. */
  readonly forMs: number;
  /** Milliseconds between two attempts. */
  readonly everyMs: number;
}

/**
 * Runs idempotent `work`, and repeats it while Postgres is starting, unavailable or blocked by a lock.
 *
 * @throws the error of the last attempt, or at once an error that a retry would not fix
 */
export async function retryWhileUnavailable<T>(
  work: () => Promise<T>,
  { forMs, everyMs }: RetryTimes,
  logger: Pick<Logger, 'warn'>,
): Promise<T> {
  const deadline = performance.now() + forMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(mapConnectionError(error) instanceof AppError) || performance.now() >= deadline) throw error;
      logger.warn({ err: error }, 'Postgres is unavailable or locked; retrying');
      await delay(everyMs);
    }
  }
}
