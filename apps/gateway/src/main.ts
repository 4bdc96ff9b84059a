import 'reflect-metadata';
import { createLogger, environmentOrExit, startProcess } from '@secure-preview/service-kit';
import { gatewayEnvironment } from './environment.js';
import { createGateway, type Gateway } from './gateway.js';

/**
 * Milliseconds to wait for Redis and the services. Then the port is opened without them, to answer with
 * errors.
 */
const CONNECT_MS = 5000;

const settings = environmentOrExit(gatewayEnvironment);
const logger = createLogger({ service: 'gateway', level: settings.LOG_LEVEL });
let gateway: Gateway | undefined;
const internalPort = await startProcess({
  name: 'gateway',
  tracing: settings,
  internal: { host: settings.INTERNAL_HOST, port: settings.INTERNAL_PORT },
  checks: () => gateway?.startup.checks() ?? { gateway: () => 'is starting' },
  close: async () => gateway?.close(),
  logger,
});
gateway = await createGateway(settings, logger);
// Connects before the port is open: load balancers send requests as soon as it is, and this gateway could
// only refuse them.
await gateway.connect(CONNECT_MS);
const port = await gateway.listen();
logger.info({ host: settings.HOST, port, internalPort }, 'the gateway is listening');
