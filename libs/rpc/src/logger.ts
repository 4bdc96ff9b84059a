import { Logger } from '@nestjs/common';

/** What the transport needs of a logger; a pino logger fits as it is. */
export interface RpcLogger {
  error(details: object, message: string): void;
  warn(details: object, message: string): void;
  info(details: object, message: string): void;
}

/** Used where no logger is given. */
export function nestRpcLogger(): RpcLogger {
  const logger = new Logger('Rpc');
  return {
    error: (details, message) => logger.error(details, message),
    warn: (details, message) => logger.warn(details, message),
    info: (details, message) => logger.log(details, message),
  };
}
