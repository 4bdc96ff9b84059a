import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy to the object store that forwards some PUTs and holds all others until `resume`. */
export class StallingStore {
  private readonly waiting: (() => void)[] = [];

  private constructor(
    private readonly server: Server,
    private left: number,
    readonly endpoint: string,
  ) {}

  /** @param puts number of PUTs to forward */
  static async start(behind: string, puts: number): Promise<StallingStore> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const store = new StallingStore(server, puts, `http://127.0.0.1:${port}`);
    server.on('request', (incoming, answer) => {
      const pass = () => handOn(incoming, answer, behind);
      if (incoming.method === 'PUT' && store.left-- <= 0) store.waiting.push(pass);
      else pass();
    });
    return store;
  }

  /** Number of PUTs on hold. */
  get stalled(): number {
    return this.waiting.length;
  }

  /** Forwards some of the PUTs that come from now on. */
  forward(puts: number): void {
    this.left = puts;
  }

  /** Forwards everything from now on. */
  resume(): void {
    this.left = Number.POSITIVE_INFINITY;
    for (const pass of this.waiting.splice(0)) pass();
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

function handOn(incoming: IncomingMessage, answer: ServerResponse, behind: string): void {
  const { method, url, headers } = incoming;
  const target = new URL(url ?? '/', behind);
  // The signature covers the host name that the client used, so the headers are forwarded unchanged.
  const onwards = request(target, { method, headers }, (reply) => {
    answer.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(answer);
  });
  onwards.on('error', () => answer.destroy());
  incoming.pipe(onwards);
}
