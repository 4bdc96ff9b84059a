import type { LoggerService } from '@nestjs/common';
import type { Logger } from './logger.js';

/** Sends Nest's own messages to the process's logger. Those about start-up get the level debug. */
export function nestLogger(logger: Logger): LoggerService {
  const about = (rest: unknown[]) => ({ context: rest.at(-1) });
  return {
    log: (message, ...rest) => logger.debug(about(rest), String(message)),
    debug: (message, ...rest) => logger.debug(about(rest), String(message)),
    verbose: (message, ...rest) => logger.trace(about(rest), String(message)),
    warn: (message, ...rest) => logger.warn(about(rest), String(message)),
    error: (message, ...rest) => logger.error({ ...about(rest), detail: rest.slice(0, -1) }, String(message)),
    fatal: (message, ...rest) => logger.fatal(about(rest), String(message)),
  };
}
