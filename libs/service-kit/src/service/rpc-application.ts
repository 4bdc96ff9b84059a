import type { DynamicModule, INestMicroservice, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { RpcGroup } from '@secure-preview/contracts';
import { RpcListServer, redisFromUrl } from '@secure-preview/rpc';
import { mapConnectionError } from '../errors/connection-errors.js';
import { type Checks, checksBeforeStart } from '../health/dependency-checks.js';
import type { Logger } from '../logging/logger.js';
import { nestLogger } from '../logging/nest-logger.js';
import { watchRedis } from '../metrics/redis-metrics.js';
import { observeServer } from '../rpc/observe-server.js';
import { pause } from '../timing/waiting.js';
import type { Application } from './application.js';

export interface RpcApplicationOptions {
  /** Names the service's request list. */
  service: string;
  module: Type | DynamicModule;
  groups: readonly RpcGroup[];
  settings: {
    RPC_REDIS_URL: string;
    RPC_MAX_IN_FLIGHT: number;
    RPC_MAX_QUEUED: number;
    RPC_MAX_WAIT_MS: number;
  };
  logger: Logger;
  /** Returns `ok` once the database has the schema that this code needs. Until then, no call is taken. */
  schema: (app: INestMicroservice) => Promise<string>;
  /** Returns the checks of the running application, besides the check that callers can find this replica. */
  readiness: (app: INestMicroservice) => Checks;
}

/** Milliseconds between two checks of an older schema. */
const SCHEMA_POLL_MS = 500;

/** Resolves once the schema is current or `closing` is aborted. */
async function waitForCurrentSchema(
  schema: () => Promise<string>,
  closing: AbortSignal,
  logger: Logger,
): Promise<void> {
  for (let loggedState = ''; !closing.aborted; await pause(SCHEMA_POLL_MS, closing)) {
    const state = await schema().catch(() => 'the schema cannot be read');
    if (state === 'ok') return;
    if (state !== loggedState) logger.warn({ schema: state }, 'waiting for migrations before taking calls');
    loggedState = state;
  }
}

function listServer({ service, groups, settings, logger }: RpcApplicationOptions): RpcListServer {
  return new RpcListServer({
    connection: (options) => watchRedis(redisFromUrl(settings.RPC_REDIS_URL, options)),
    service,
    groups: [...groups],
    maxInFlight: settings.RPC_MAX_IN_FLIGHT,
    maxQueued: settings.RPC_MAX_QUEUED,
    maxWaitMs: settings.RPC_MAX_WAIT_MS,
    logger,
    translateError: mapConnectionError,
    observer: observeServer(logger, groups),
  });
}

/**
 * Returns an application that answers remote calls. `close` drains it: Nest's shutdown
 * hooks run after the last request was answered.
 */
export function rpcApplication(options: RpcApplicationOptions): Application {
  const { logger } = options;
  let strategy: RpcListServer | undefined;
  let app: INestMicroservice | undefined;
  let dependencies = checksBeforeStart;
  let callsProblem = 'waiting for the schema to be current';
  return {
    // A replica that callers cannot find is not ready.
    checks: () => ({ ...dependencies, calls: () => (strategy?.isServing ? 'ok' : callsProblem) }),
    start: async (closing) => {
      strategy = listServer(options);
      const running = await NestFactory.createMicroservice(options.module, {
        strategy,
        logger: nestLogger(logger),
        abortOnError: false,
      });
      app = running;
      dependencies = options.readiness(running);
      await waitForCurrentSchema(() => options.schema(running), closing, logger);
      if (closing.aborted) return;
      callsProblem = 'callers cannot reach this replica: Redis is unavailable or rejects it';
      await running.listen();
    },
    close: async () => app?.close(),
  };
}
