import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Direction in which bytes are held back: to the server, from it, or both. */
export type Direction = 'to' | 'from' | 'both';

/**
 * A TCP relay between a process and a server on this host. It can stall silently: connections stay open, new
 * ones are accepted, and data waits in buffers.
 */
export class Relay {
  private stalled: Direction | undefined;
  private readonly pairs = new Set<readonly [client: Socket, server: Socket]>();

  private constructor(
    private readonly listener: ReturnType<typeof createServer>,
    private readonly target: number,
  ) {
    listener.on('connection', (client) => this.join(client));
  }

  static async to(target: number): Promise<Relay> {
    const listener = createServer();
    const relay = new Relay(listener, target);
    listener.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    return relay;
  }

  get port(): number {
    return (this.listener.address() as AddressInfo).port;
  }

  get connections(): number {
    return this.pairs.size;
  }

  /** Stops all data in this direction, on every connection. */
  hold(direction: Direction): void {
    this.stalled = direction;
    for (const pair of this.pairs) this.setFlow(pair);
  }

  /** Delivers the held data, and all later data. */
  resume(): void {
    this.stalled = undefined;
    for (const pair of this.pairs) this.setFlow(pair);
  }

  /** Drops the held data and its connections, as when a host fails. New connections work. */
  reset(): void {
    this.stalled = undefined;
    for (const [client, server] of this.pairs) {
      client.resetAndDestroy();
      server.resetAndDestroy();
    }
  }

  async close(): Promise<void> {
    const closed = once(this.listener, 'close');
    this.listener.close();
    this.reset();
    await closed;
  }

  private join(client: Socket): void {
    const server = connect(this.target, '127.0.0.1');
    const pair = [client, server] as const;
    this.pairs.add(pair);
    for (const [from, to] of [pair, [server, client] as const]) {
      from.on('data', (chunk) => void to.write(chunk));
      from.on('error', () => undefined);
      from.on('close', () => {
        this.pairs.delete(pair);
        to.destroy();
      });
    }
    this.setFlow(pair);
  }

  private setFlow([client, server]: readonly [Socket, Socket]): void {
    const flows = (direction: Direction) => this.stalled !== 'both' && this.stalled !== direction;
    if (flows('to')) client.resume();
    else client.pause();
    if (flows('from')) server.resume();
    else server.pause();
  }
}
