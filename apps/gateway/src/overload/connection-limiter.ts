import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { metric } from '@secure-preview/service-kit';

const closed = metric.counter(
  'portal_http_connections_closed_total',
  'Connections closed over the cap, the one idle longest first.',
);
const connections = metric.gauge('portal_http_connections', 'Open connections to the public port.');

/**
 * Caps open connections; over the cap, closes the one idle longest. A connection is idle while the portal
 * waits for its client to send a request or to read a response. A client that opens many idle connections
 * loses them first.
 */
export class ConnectionLimiter {
  /** Open connections, each with the time it was accepted, of `performance.now()`. */
  private readonly open = new Map<Socket, number>();
  /** Idle connections, the one idle longest first. */
  private readonly waitedFor = new Set<Socket>();

  constructor(private readonly max: number) {}

  /** Limits the connections of a server and reports their number. */
  watch(server: Server): void {
    server.on('connection', (socket) => this.onConnection(socket));
  }

  /** Marks a connection as idle. */
  waitFor(socket: Socket): void {
    if (this.open.has(socket)) this.waitedFor.add(socket);
  }

  /** Marks a connection as busy: the portal works on its request. */
  work(socket: Socket): void {
    this.waitedFor.delete(socket);
  }

  /** Closes the connections that have sent nothing since they were accepted, at least `minAgeMs` ago. */
  closeUnused(minAgeMs: number): void {
    const latest = performance.now() - minAgeMs;
    for (const [socket, acceptedAt] of this.open)
      if (socket.bytesRead === 0 && acceptedAt <= latest) socket.destroy();
  }

  private onConnection(socket: Socket): void {
    if (this.open.size >= this.max) {
      const [longest = socket] = this.waitedFor;
      this.forget(longest);
      longest.destroy();
      closed.inc();
      if (longest === socket) return;
    }
    this.open.set(socket, performance.now());
    connections.inc();
    this.waitedFor.add(socket);
    socket.once('close', () => this.forget(socket));
  }

  private forget(socket: Socket): void {
    if (this.open.delete(socket)) connections.dec();
    this.waitedFor.delete(socket);
  }
}
