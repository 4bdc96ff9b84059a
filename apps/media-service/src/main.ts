import 'reflect-metadata';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { captionsRpc, playbackRpc, trailersRpc, uploadsRpc } from '@secure-preview/contracts';
import {
  beforeStart,
  createLogger,
  environmentOrExit,
  nestLogger,
  runService,
  startProcess,
} from '@secure-preview/service-kit';
import { appModule } from './app.module.js';
import { schemaReadiness } from './database/schema-readiness.js';
import { mediaEnvironment, workerEnvironment } from './environment.js';
import { mediaReadiness } from './readiness.js';

const { MEDIA_ROLE } = environmentOrExit(
  process.env['MEDIA_ROLE'] === 'worker' ? workerEnvironment : mediaEnvironment,
);

/** Runs a worker. It takes jobs from Postgres, answers no calls and needs no Redis. */
async function runWorker(): Promise<void> {
  const environment = environmentOrExit(workerEnvironment);
  const logger = createLogger({ service: 'media', level: environment.LOG_LEVEL });
  let app: INestApplicationContext | undefined;
  let checks = beforeStart;
  const internalPort = await startProcess({
    name: 'media-worker',
    tracing: environment,
    internal: { host: environment.INTERNAL_HOST, port: environment.INTERNAL_PORT },
    checks: () => checks,
    close: async () => app?.close(),
    logger,
  });
  app = await NestFactory.createApplicationContext(appModule(environment, logger), {
    logger: nestLogger(logger),
  });
  checks = mediaReadiness(app, true);
  logger.info({ internalPort }, 'media worker is taking jobs');
}

/** Runs the service. It answers calls, and takes jobs too unless its role is `api`. */
async function runMedia(): Promise<void> {
  const environment = environmentOrExit(mediaEnvironment);
  const logger = createLogger({ service: 'media', level: environment.LOG_LEVEL });
  await runService({
    name: 'media',
    module: appModule(environment, logger),
    groups: [uploadsRpc, trailersRpc, captionsRpc, playbackRpc],
    rpcRedisUrl: environment.RPC_REDIS_URL,
    internal: { host: environment.INTERNAL_HOST, port: environment.INTERNAL_PORT },
    tracing: environment,
    calls: environment,
    logger,
    schema: schemaReadiness,
    readiness: (app) => mediaReadiness(app, MEDIA_ROLE === 'both'),
  });
}

await (MEDIA_ROLE === 'worker' ? runWorker() : runMedia());
