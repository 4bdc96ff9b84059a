import { createServer, type Server } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';

/** Milliseconds. */
const timeouts = {
  /** For the head of a request, from the moment that its connection is open; of a further one from its first byte. */
  headersTimeout: 10_000,
  /** For all of a request; the largest body is 256 KB. */
  requestTimeout: 30_000,
  /** Between looks for those that took longer. */
  connectionsCheckingInterval: 2000,
  /** For the next request. Longer than usual load balancers wait, so that it is they who close idle connections. */
  keepAliveTimeout: 65_000,
};

/** Connections that may wait to be accepted: beyond, the system has clients try again after seconds and more seconds. */
export const BACKLOG = 4096;

/** Express over a server that waits for slow clients so long and no longer. */
export class TimeoutExpressAdapter extends ExpressAdapter {
  override initHttpServer(): void {
    this.httpServer = createServer(timeouts, this.getInstance());
  }

  override listen(port: string | number, ...rest: (string | (() => void) | undefined)[]): Server {
    const host = rest.find((one) => typeof one === 'string');
    const done = rest.find((one) => typeof one === 'function');
    const options = { port: Number(port), backlog: BACKLOG, ...(host === undefined ? {} : { host }) };
    return (this.httpServer as Server).listen(options, done);
  }
}
