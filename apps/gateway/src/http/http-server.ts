import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express } from 'express';

/** Milliseconds. */
const timeouts = {
  /**
   * Limit for receiving the headers of a request. Starts when the connection opens, and for later requests at
   * their first byte.
   */
  headersTimeout: 10_000,
  /** Limit for receiving a whole request; the largest body is 256 KB. */
  requestTimeout: 30_000,
  /** Interval between checks of the two timeouts above. */
  connectionsCheckingInterval: 2000,
  /**
   * Idle time before the next request. Longer than in common load balancers, which must close idle connections
   * first.
   */
  keepAliveTimeout: 65_000,
};

/**
 * Connections that may wait to be accepted. The operating system drops further ones, and clients retry after
 * increasing delays of seconds.
 */
export const BACKLOG = 4096;

/**
 * Returns classes of requests and responses that have the prototypes of Express from the start. Express would otherwise
 * replace the prototype of each request and response: V8 then keeps them until it collects the whole heap, and runs all
 * code that uses them more slowly.
 */
function expressMessages(app: Express) {
  class ExpressRequest extends IncomingMessage {}
  class ExpressResponse extends ServerResponse {}
  app.request = Object.setPrototypeOf(ExpressRequest.prototype, app.request);
  app.response = Object.setPrototypeOf(ExpressResponse.prototype, app.response);
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse };
}

/** Express adapter whose server limits how long it waits for slow clients. */
export class TimeoutExpressAdapter extends ExpressAdapter {
  override initHttpServer(): void {
    const app = this.getInstance<Express>();
    this.httpServer = createServer({ ...timeouts, ...expressMessages(app) }, app);
  }

  override listen(port: string | number, ...rest: (string | (() => void) | undefined)[]): Server {
    const host = rest.find((argument) => typeof argument === 'string');
    const onListening = rest.find((argument) => typeof argument === 'function');
    const options = { port: Number(port), backlog: BACKLOG, ...(host === undefined ? {} : { host }) };
    return (this.httpServer as Server).listen(options, onListening);
  }
}
