import type { Logger } from './logger.js';

/** Maximum wait for the last lines, in milliseconds: their reader may have stopped. */
const LAST_LINES_MS = 1000;

/**
 * Ends the process once its last log lines are written. Exiting without this would hang: on exit, `flushSync`
 * of sonic-boom 4.2 retries forever after the reader of the lines has closed the pipe.
 *
 * Flushes twice, because a flush during a write ends with that write and leaves later lines unwritten.
 */
export function endProcess(code: number, logger: Logger): void {
  const exit = (): never => process.exit(code);
  setTimeout(exit, LAST_LINES_MS);
  logger.flush(() => logger.flush(exit));
}
