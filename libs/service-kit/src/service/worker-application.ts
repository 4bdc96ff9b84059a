import type { DynamicModule, INestApplicationContext, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type Checks, checksBeforeStart } from '../health/dependency-checks.js';
import type { Logger } from '../logging/logger.js';
import { nestLogger } from '../logging/nest-logger.js';
import type { Application } from './application.js';

export interface WorkerApplicationOptions {
  module: Type | DynamicModule;
  logger: Logger;
  /** Returns the checks of the running application. */
  readiness: (app: INestApplicationContext) => Checks;
}

/** Returns an application that answers no remote calls. Its module starts its own work. */
export function workerApplication({ module, logger, readiness }: WorkerApplicationOptions): Application {
  let app: INestApplicationContext | undefined;
  let dependencies = checksBeforeStart;
  return {
    checks: () => dependencies,
    start: async () => {
      app = await NestFactory.createApplicationContext(module, {
        logger: nestLogger(logger),
        abortOnError: false,
      });
      dependencies = readiness(app);
    },
    close: async () => app?.close(),
  };
}
