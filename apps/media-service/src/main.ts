import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { playbackRpc, trailersRpc, uploadsRpc } from '@secure-preview/contracts';
import {
  createLogger,
  environmentOrExit,
  nestLogger,
  onShutdown,
  runService,
  startInternalServer,
} from '@secure-preview/service-kit';
import { appModule } from './app.module.js';
import { mediaEnvironment } from './environment.js';
import { mediaReadiness } from './readiness.js';

const environment = environmentOrExit(mediaEnvironment);
const { MEDIA_ROLE, INTERNAL_HOST, INTERNAL_PORT } = environment;
const logger = createLogger({ service: 'media', level: environment.LOG_LEVEL });
const module = appModule(environment, logger);
const withWorker = MEDIA_ROLE !== 'api';

/** A worker answers no calls: it takes jobs from Postgres and needs no Redis. */
async function runWorker(): Promise<void> {
  const app = await NestFactory.createApplicationContext(module, { logger: nestLogger(logger) });
  const readiness = mediaReadiness(app, true);
  const internal =
    INTERNAL_PORT === undefined
      ? undefined
      : await startInternalServer({ host: INTERNAL_HOST, port: INTERNAL_PORT, readiness, logger });
  logger.info({ internalPort: internal?.port }, 'media worker is taking jobs');
  onShutdown(async () => {
    await app.close();
    await internal?.close();
  }, logger);
}

if (MEDIA_ROLE === 'worker') {
  await runWorker();
} else {
  await runService({
    name: 'media',
    module,
    groups: [uploadsRpc, trailersRpc, playbackRpc],
    rpcRedisUrl: environment.RPC_REDIS_URL ?? environment.REDIS_URL,
    internal: { host: INTERNAL_HOST, port: INTERNAL_PORT },
    logger,
    readiness: (app) => mediaReadiness(app, withWorker),
  });
}
