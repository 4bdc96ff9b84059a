import type { Logger } from './logger.js';

/** Longest wait for the last lines, in milliseconds: whoever reads them may have stopped. */
const LAST_LINES_MS = 1000;

/**
 * Ends the process once its last log lines are written. They are not left to the end of the process itself: what
 * writes them there (`flushSync` of sonic-boom 4.2) tries for ever when nobody reads them any more, and the process
 * would stay for good.
 */
export function endProcess(code: number, logger: Logger): void {
  setTimeout(() => process.exit(code), LAST_LINES_MS);
  logger.flush(() => process.exit(code));
}
