import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { GaugeSources, metric } from '@secure-preview/service-kit';

const closed = metric.counter(
  'portal_http_connections_closed_total',
  'Connections closed to make room for others, since their clients were waited for longest.',
);
const rooms = new GaugeSources<() => number>();
metric.gauge('portal_http_connections', 'Open connections to the public port.', [], (gauge) => {
  gauge.set(0);
  for (const [, open] of rooms) gauge.inc(open());
});

/**
 * Holds so many connections and no more. For one beyond, that one goes whose client has been waited for longest: to
 * send its first or next request, the rest of one, or to read an answer. Who holds many connections open and does
 * nothing on them only loses them to others.
 */
export class ConnectionLimiter {
  private readonly open = new Set<Socket>();
  /** Since when they are waited for is told by the order. */
  private readonly waitedFor = new Set<Socket>();

  constructor(private readonly max: number) {}

  /** @returns stops counting them */
  watch(server: Server): () => void {
    server.on('connection', (socket) => this.onConnection(socket));
    return rooms.add('gateway', () => this.open.size);
  }

  /** It is the client's turn now. */
  waitFor(socket: Socket): void {
    if (this.open.has(socket)) this.waitedFor.add(socket);
  }

  /** It is the portal's turn now. */
  work(socket: Socket): void {
    this.waitedFor.delete(socket);
  }

  private onConnection(socket: Socket): void {
    if (this.open.size >= this.max) {
      const [longest = socket] = this.waitedFor;
      this.forget(longest);
      longest.destroy();
      closed.inc();
      if (longest === socket) return;
    }
    this.open.add(socket);
    this.waitedFor.add(socket);
    socket.once('close', () => this.forget(socket));
  }

  private forget(socket: Socket): void {
    this.open.delete(socket);
    this.waitedFor.delete(socket);
  }
}
