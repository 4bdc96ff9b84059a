import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy to the object store that forwards some PUTs and delays all others until `resume`. */
export class StallingStore {
  private readonly waiting: (() => void)[] = [];

  private constructor(
    private readonly server: Server,
    private remainingPuts: number,
    readonly endpoint: string,
  ) {}

  /** @param puts number of PUTs to forward */
  static async start(storeUrl: string, puts: number): Promise<StallingStore> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const store = new StallingStore(server, puts, `http://127.0.0.1:${port}`);
    server.on('request', (incoming, response) => {
      const forward = () => forwardRequest(incoming, response, storeUrl);
      if (incoming.method === 'PUT' && store.remainingPuts-- <= 0) store.waiting.push(forward);
      else forward();
    });
    return store;
  }

  /** Number of PUTs on hold. */
  get stalled(): number {
    return this.waiting.length;
  }

  /** Forwards the next `puts` PUTs. */
  forward(puts: number): void {
    this.remainingPuts = puts;
  }

  /** Forwards everything from now on. */
  resume(): void {
    this.remainingPuts = Number.POSITIVE_INFINITY;
    for (const forward of this.waiting.splice(0)) forward();
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

function forwardRequest(incoming: IncomingMessage, response: ServerResponse, storeUrl: string): void {
  const { method, url, headers } = incoming;
  const target = new URL(url ?? '/', storeUrl);
  // The signature covers the host name that the client used, so the headers are forwarded unchanged.
  const forwarded = request(target, { method, headers }, (reply) => {
    response.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(response);
  });
  forwarded.on('error', () => response.destroy());
  incoming.pipe(forwarded);
}
