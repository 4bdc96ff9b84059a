import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@secure-preview/contracts';
import { mapConnectionError } from '../errors/connection-errors.js';
import type { Logger } from '../logging/logger.js';

interface Patience {
  /** Milliseconds after which no new try is begun. */
  readonly forMs: number;
  /** Milliseconds between two tries. */
  readonly everyMs: number;
}

/**
 * Does what may be done any number of times, again for as long as Postgres is starting, out of reach or busy with a lock.
 *
 * @throws what the last try threw, or at once what another try would not mend
 */
export async function patiently<T>(
  work: () => Promise<T>,
  { forMs, everyMs }: Patience,
  logger: Pick<Logger, 'warn'>,
): Promise<T> {
  const end = performance.now() + forMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(mapConnectionError(error) instanceof AppError) || performance.now() >= end) throw error;
      logger.warn({ err: error }, 'Postgres cannot do it now; trying again');
      await delay(everyMs);
    }
  }
}
