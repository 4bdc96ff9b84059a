import 'reflect-metadata';
import {
  createLogger,
  environmentOrExit,
  onShutdown,
  startInternalServer,
} from '@secure-preview/service-kit';
import { gatewayEnvironment } from './environment.js';
import { createGateway } from './gateway.js';

const settings = environmentOrExit(gatewayEnvironment);
const logger = createLogger({ service: 'gateway', level: settings.LOG_LEVEL });
const gateway = await createGateway(settings, logger);

const internal =
  settings.INTERNAL_PORT === undefined
    ? undefined
    : await startInternalServer({
        host: settings.INTERNAL_HOST,
        port: settings.INTERNAL_PORT,
        readiness: () => gateway.startup.detail(),
        logger,
      });
const port = await gateway.listen();
logger.info({ host: settings.HOST, port, internalPort: internal?.port }, 'the gateway is listening');

onShutdown(async () => {
  await gateway.close();
  await internal?.close();
}, logger);
