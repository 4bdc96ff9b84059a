import 'reflect-metadata';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { captionsRpc, playbackRpc, trailersRpc, uploadsRpc } from '@secure-preview/contracts';
import {
  beforeStart,
  createLogger,
  environmentOrExit,
  nestLogger,
  onShutdown,
  runService,
  startInternalServer,
} from '@secure-preview/service-kit';
import { appModule } from './app.module.js';
import { schemaReadiness } from './database/schema-readiness.js';
import { mediaEnvironment } from './environment.js';
import { mediaReadiness } from './readiness.js';

const environment = environmentOrExit(mediaEnvironment);
const { MEDIA_ROLE, INTERNAL_HOST, INTERNAL_PORT } = environment;
const logger = createLogger({ service: 'media', level: environment.LOG_LEVEL });
const module = appModule(environment, logger);
const withWorker = MEDIA_ROLE !== 'api';

/** A worker answers no calls: it takes jobs from Postgres and needs no Redis. */
async function runWorker(): Promise<void> {
  let app: INestApplicationContext | undefined;
  let checks = beforeStart;
  const internal =
    INTERNAL_PORT === undefined
      ? undefined
      : await startInternalServer({
          host: INTERNAL_HOST,
          port: INTERNAL_PORT,
          checks: () => checks,
          logger,
        });
  onShutdown(async () => {
    await app?.close();
    await internal?.close();
  }, logger);
  app = await NestFactory.createApplicationContext(module, { logger: nestLogger(logger) });
  checks = mediaReadiness(app, true);
  logger.info({ internalPort: internal?.port }, 'media worker is taking jobs');
}

if (MEDIA_ROLE === 'worker') {
  await runWorker();
} else {
  await runService({
    name: 'media',
    module,
    groups: [uploadsRpc, trailersRpc, captionsRpc, playbackRpc],
    rpcRedisUrl: environment.RPC_REDIS_URL ?? environment.REDIS_URL,
    internal: { host: INTERNAL_HOST, port: INTERNAL_PORT },
    tracing: environment,
    calls: environment,
    logger,
    schema: schemaReadiness,
    readiness: (app) => mediaReadiness(app, withWorker),
  });
}
