import { AppError } from '@secure-preview/contracts';
import { mapConnectionError } from '../errors/connection-errors.js';
import type { Logger } from '../logging/logger.js';
import { retry } from '../timing/retry.js';

interface RetryTimes {
  /** Milliseconds after which `work` is no longer repeated. */
  readonly forMs: number;
  /** Milliseconds between two attempts. */
  readonly everyMs: number;
}

/**
 * Runs idempotent `work`, and repeats it while Postgres is starting, unavailable or blocked by a lock.
 *
 * @throws the error of the last attempt, or at once an error that a retry would not fix
 */
export async function retryWhileUnavailable(
  work: () => Promise<void>,
  { forMs, everyMs }: RetryTimes,
  logger: Pick<Logger, 'warn'>,
): Promise<void> {
  const deadline = performance.now() + forMs;
  await retry(work, {
    everyMs,
    onFailure: (error) => {
      if (!(mapConnectionError(error) instanceof AppError) || performance.now() >= deadline) throw error;
      logger.warn({ err: error }, 'Postgres is unavailable or locked; retrying');
    },
  });
}
