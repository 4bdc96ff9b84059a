import 'reflect-metadata';
import { createLogger, environmentOrExit, startProcess } from '@secure-preview/service-kit';
import { gatewayEnvironment } from './environment.js';
import { createGateway, type Gateway } from './gateway.js';

/** Longest wait for Redis and the services; without them the port is opened all the same, to say so. */
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
// A load balancer gives requests to whoever opens a port; before this gateway has connections it could only refuse them.
await gateway.connect(CONNECT_MS);
const port = await gateway.listen();
logger.info({ host: settings.HOST, port, internalPort }, 'the gateway is listening');
