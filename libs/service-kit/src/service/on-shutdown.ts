import { endProcess } from '../logging/end-process.js';
import type { Logger } from '../logging/logger.js';

/** Time limit for draining, in milliseconds; below the 15 s that supervisors allow. */
export const DRAIN_DEADLINE_MS = 12_000;

/**
 * Runs `close` once, on SIGTERM, SIGINT, or the loss of a parent that forked the process. Exits with 0 when
 * `close` is done, with 1 when it fails or takes too long.
 */
export function onShutdown(close: () => Promise<void>, logger: Logger): void {
  let closing = false;
  const shutDown = (reason: string): void => {
    if (closing) return;
    closing = true;
    setTimeout(() => {
      logger.error('shutdown timed out before all work ended');
      endProcess(1, logger);
    }, DRAIN_DEADLINE_MS).unref();
    logger.info({ reason }, 'shutting down');
    close().then(
      () => endProcess(0, logger),
      (error: unknown) => {
        logger.error({ err: error }, 'shutdown failed');
        endProcess(1, logger);
      },
    );
  };
  process.once('SIGTERM', () => shutDown('SIGTERM'));
  process.once('SIGINT', () => shutDown('SIGINT'));
  if (process.connected) process.once('disconnect', () => shutDown('parent exited'));
}
