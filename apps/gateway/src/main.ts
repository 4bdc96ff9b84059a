import 'reflect-metadata';
import { runProcess } from '@secure-preview/service-kit';
import { gatewayEnvironment } from './environment.js';
import { createGateway, type Gateway } from './gateway.js';

/**
 * Milliseconds to wait for Redis and the services. After that, the port is opened anyway, and requests get
 * errors.
 */
const CONNECT_MS = 5000;

await runProcess({
  name: 'gateway',
  environment: gatewayEnvironment,
  application: (settings, logger) => {
    let gateway: Gateway | undefined;
    return {
      checks: () => gateway?.checks() ?? { gateway: () => 'is starting' },
      start: async () => {
        gateway = await createGateway(settings, logger);
        // Connects before it opens the port: load balancers send requests as soon as the port is open.
        await gateway.connect(CONNECT_MS);
        const port = await gateway.listen();
        logger.info({ host: settings.HOST, port }, 'the gateway is listening');
      },
      close: async () => gateway?.close(),
    };
  },
});
