import type { DynamicModule, INestMicroservice, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { RpcGroup } from '@secure-preview/contracts';
import { RpcListServer } from '@secure-preview/rpc';
import { awayAsUnavailable } from '../errors/dependency-away.js';
import { type InternalServer, type Readiness, startInternalServer } from '../health/internal-server.js';
import type { Logger } from '../logging/logger.js';
import { nestLogger } from '../logging/nest-logger.js';
import { onShutdown } from './on-shutdown.js';

export interface ServiceOptions {
  /** Names the service's request list. */
  name: string;
  module: Type | DynamicModule;
  groups: readonly RpcGroup[];
  rpcRedisUrl: string;
  internal: { host: string; port: number | undefined };
  logger: Logger;
  /** Builds the readiness check from the running application. */
  readiness: (app: INestMicroservice) => () => Promise<Readiness>;
}

export interface RunningService {
  readonly app: INestMicroservice;
  readonly internal: InternalServer | undefined;
  close(): Promise<void>;
}

/**
 * Starts a service on its request list, with health and metrics beside it, and drains it when the process is told
 * to end. Nest's own shut-down hooks run as part of `close`, after the last request was answered.
 */
export async function runService(options: ServiceOptions): Promise<RunningService> {
  const { logger } = options;
  const strategy = new RpcListServer({
    url: options.rpcRedisUrl,
    service: options.name,
    groups: [...options.groups],
    logger,
    translateError: awayAsUnavailable,
  });
  const app = await NestFactory.createMicroservice(options.module, {
    strategy,
    logger: nestLogger(logger),
    abortOnError: false,
  });
  const readiness = options.readiness(app);
  const internal =
    options.internal.port === undefined
      ? undefined
      : await startInternalServer({
          host: options.internal.host,
          port: options.internal.port,
          readiness,
          logger,
        });
  await app.listen();
  logger.info({ internalPort: internal?.port }, `${options.name} is serving`);

  const close = async (): Promise<void> => {
    await app.close();
    await internal?.close();
  };
  onShutdown(close, logger);
  return { app, internal, close };
}
