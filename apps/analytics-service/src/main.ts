import 'reflect-metadata';
import {
  deliveriesRpc,
  engagementRpc,
  flagsRpc,
  leadsRpc,
  mailPreviewsRpc,
  peopleListRpc,
  peopleRpc,
  personRpc,
  viewingRpc,
} from '@secure-preview/contracts';
import { rpcApplication, runProcess, workerApplication } from '@secure-preview/service-kit';
import { appModule } from './app.module.js';
import { outboxState } from './database/outbox/schema.js';
import { schemaOf } from './database/schema.js';
import { analyticsEnvironment, notifierEnvironment } from './environment.js';
import { notifierModule } from './notifier/notifier.module.js';
import { readinessOf } from './readiness.js';

/** Runs a notifier. It sends mails and webhooks from the outbox, answers no calls and needs no Redis. */
const runNotifier = () =>
  runProcess({
    name: 'notifier',
    environment: notifierEnvironment,
    application: (settings, logger) =>
      workerApplication({
        module: notifierModule(settings, logger),
        logger,
        readiness: (app) => ({ postgres: () => outboxState(app) }),
      }),
  });

/** Runs the service. */
const runAnalytics = () =>
  runProcess({
    name: 'analytics-service',
    environment: analyticsEnvironment,
    application: (settings, logger) =>
      rpcApplication({
        service: leadsRpc.service,
        module: appModule(settings, logger),
        groups: [
          leadsRpc,
          viewingRpc,
          deliveriesRpc,
          peopleRpc,
          peopleListRpc,
          personRpc,
          flagsRpc,
          engagementRpc,
          mailPreviewsRpc,
        ],
        settings,
        logger,
        schema: schemaOf,
        readiness: readinessOf,
      }),
  });

await (process.env['ANALYTICS_ROLE'] === 'notifier' ? runNotifier() : runAnalytics());
