import 'reflect-metadata';
import { runProcess } from '@secure-preview/service-kit';
import { gatewayEnvironment } from './environment.js';
import { createGateway, type Gateway } from './gateway.js';

/**
 * Milliseconds to wait for Redis and the services. Then the port is opened without them, to answer with
 * errors.
 */
const CONNECT_MS = 5000;

await runProcess({
  name: 'gateway',
  environment: gatewayEnvironment,
  application: (settings, logger) => {
    let gateway: Gateway | undefined;
    return {
      checks: () => gateway?.startup.checks() ?? { gateway: () => 'is starting' },
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
