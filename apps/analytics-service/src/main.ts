import 'reflect-metadata';
import { deliveriesRpc, leadsRpc, viewingRpc } from '@secure-preview/contracts';
import { rpcApplication, runProcess } from '@secure-preview/service-kit';
import { appModule } from './app.module.js';
import { schemaOf } from './database/schema.js';
import { analyticsEnvironment } from './environment.js';
import { readinessOf } from './readiness.js';

await runProcess({
  name: 'analytics-service',
  environment: analyticsEnvironment,
  application: (settings, logger) =>
    rpcApplication({
      service: leadsRpc.service,
      module: appModule(settings),
      groups: [leadsRpc, viewingRpc, deliveriesRpc],
      settings,
      logger,
      schema: schemaOf,
      readiness: readinessOf,
    }),
});
