import 'reflect-metadata';
import {
  createLogger,
  environmentOrExit,
  onShutdown,
  startInternalServer,
  startTracing,
} from '@secure-preview/service-kit';
import { gatewayEnvironment } from './environment.js';
import { createGateway } from './gateway.js';

/** Longest wait for Redis and the services; without them the port is opened all the same, to say so. */
const CONNECT_MS = 5000;

const settings = environmentOrExit(gatewayEnvironment);
const logger = createLogger({ service: 'gateway', level: settings.LOG_LEVEL });
const stopTracing = await startTracing('gateway', settings, logger);
const gateway = await createGateway(settings, logger);

const internal =
  settings.INTERNAL_PORT === undefined
    ? undefined
    : await startInternalServer({
        host: settings.INTERNAL_HOST,
        port: settings.INTERNAL_PORT,
        checks: () => gateway.startup.checks(),
        logger,
      });
onShutdown(async () => {
  await gateway.close();
  await internal?.close();
  await stopTracing();
}, logger);
// A load balancer gives requests to whoever opens a port; before this gateway has connections it could only refuse them.
await gateway.connect(CONNECT_MS);
const port = await gateway.listen();
logger.info({ host: settings.HOST, port, internalPort: internal?.port }, 'the gateway is listening');
