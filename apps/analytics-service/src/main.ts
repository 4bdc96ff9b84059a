import 'reflect-metadata';
import { deliveriesRpc, leadsRpc, viewingRpc } from '@secure-preview/contracts';
import { createLogger, environmentOrExit, runService } from '@secure-preview/service-kit';
import { appModule } from './app.module.js';
import { analyticsEnvironment } from './environment.js';
import { readinessOf, schemaOf } from './readiness.js';

const environment = environmentOrExit(analyticsEnvironment);
const logger = createLogger({ service: 'analytics-service', level: environment.LOG_LEVEL });

await runService({
  name: leadsRpc.service,
  module: appModule(environment.DATABASE_URL),
  groups: [leadsRpc, viewingRpc, deliveriesRpc],
  rpcRedisUrl: environment.RPC_REDIS_URL,
  internal: { host: environment.INTERNAL_HOST, port: environment.INTERNAL_PORT },
  tracing: environment,
  calls: environment,
  logger,
  schema: schemaOf,
  readiness: readinessOf,
});
