import 'reflect-metadata';
import { authRpc, leadAccessRpc } from '@secure-preview/contracts';
import { createLogger, environmentOrExit, runService } from '@secure-preview/service-kit';
import { appModule } from './app.module.js';
import { authEnvironment } from './environment.js';
import { readinessOf, schemaOf } from './readiness.js';

const environment = environmentOrExit(authEnvironment);
const logger = createLogger({ service: 'auth-service', level: environment.LOG_LEVEL });

await runService({
  name: authRpc.service,
  module: appModule(environment, logger),
  groups: [authRpc, leadAccessRpc],
  rpcRedisUrl: environment.RPC_REDIS_URL,
  internal: { host: environment.INTERNAL_HOST, port: environment.INTERNAL_PORT },
  tracing: environment,
  calls: environment,
  logger,
  schema: schemaOf,
  readiness: readinessOf,
});
