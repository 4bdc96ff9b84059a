import 'reflect-metadata';
import {
  captionsRpc,
  gateImagesRpc,
  leaksRpc,
  playbackRpc,
  trailersRpc,
  uploadsRpc,
} from '@secure-preview/contracts';
import { rpcApplication, runProcess, workerApplication } from '@secure-preview/service-kit';
import { appModule } from './app.module.js';
import { schemaOf } from './database/schema.js';
import { mediaEnvironment, workerEnvironment } from './environment.js';
import { readinessOf } from './readiness.js';

/** Runs a worker. It takes jobs from Postgres, answers no calls and needs no Redis. */
const runWorker = () =>
  runProcess({
    name: 'media-worker',
    environment: workerEnvironment,
    application: (settings, logger) =>
      workerApplication({
        module: appModule(settings, logger),
        logger,
        readiness: (app) => readinessOf(app, true),
      }),
  });

/** Runs the service. It answers calls, and takes jobs too unless its role is `api`. */
const runMedia = () =>
  runProcess({
    name: 'media-service',
    environment: mediaEnvironment,
    application: (settings, logger) =>
      rpcApplication({
        service: trailersRpc.service,
        module: appModule(settings, logger),
        groups: [uploadsRpc, trailersRpc, captionsRpc, playbackRpc, gateImagesRpc, leaksRpc],
        settings,
        logger,
        schema: schemaOf,
        readiness: (app) => readinessOf(app, settings.MEDIA_ROLE === 'both'),
      }),
  });

await (process.env['MEDIA_ROLE'] === 'worker' ? runWorker() : runMedia());
