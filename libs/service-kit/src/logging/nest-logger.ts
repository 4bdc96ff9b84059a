import type { LoggerService } from '@nestjs/common';
import type { Logger } from './logger.js';

/** Sends Nest's messages to the process's logger, and logs startup messages at level debug. */
export function nestLogger(logger: Logger): LoggerService {
  const contextOf = (rest: unknown[]) => ({ context: rest.at(-1) });
  return {
    log: (message, ...rest) => logger.debug(contextOf(rest), String(message)),
    debug: (message, ...rest) => logger.debug(contextOf(rest), String(message)),
    verbose: (message, ...rest) => logger.trace(contextOf(rest), String(message)),
    warn: (message, ...rest) => logger.warn(contextOf(rest), String(message)),
    error: (message, ...rest) =>
      logger.error({ ...contextOf(rest), detail: rest.slice(0, -1) }, String(message)),
    fatal: (message, ...rest) => logger.fatal(contextOf(rest), String(message)),
  };
}
