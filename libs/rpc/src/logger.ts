import { Logger } from '@nestjs/common';

/** Logger that the transport needs; a pino logger satisfies it. */
export interface RpcLogger {
  error(details: object, message: string): void;
  warn(details: object, message: string): void;
  info(details: object, message: string): void;
}

/** Creates the default logger. */
export function nestRpcLogger(): RpcLogger {
  const logger = new Logger('Rpc');
  return {
    error: (details, message) => logger.error(details, message),
    warn: (details, message) => logger.warn(details, message),
    info: (details, message) => logger.log(details, message),
  };
}
