import { type Logger, retry } from '@secure-preview/service-kit';

/**
 * Stores the outcome of an attempt, even if Postgres is unavailable for a moment. Gives up when the lease has expired,
 * since the attempt is then recorded as interrupted.
 */
export async function storeOutcome(
  store: () => Promise<void>,
  leaseSeconds: number,
  logger: Logger,
): Promise<void> {
  await retry(store, {
    everyMs: 1000,
    signal: AbortSignal.timeout(leaseSeconds * 1000),
    onFailure: (error) => logger.warn({ err: error }, 'an outcome is not stored yet'),
  });
}
