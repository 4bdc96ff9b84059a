import type { Socket } from 'node:net';
import { connectionsClosed, openConnections } from './overload.metrics.js';

/**
 * Caps open connections. Over the cap, closes the one that was idle longest. A connection is idle while the
 * portal waits for its client to send a request or to read a response. A client that opens many idle
 * connections loses them first. Connections with event streams are closed last: each belongs to a visitor.
 */
export class ConnectionLimiter {
  /** Open connections, each with the `performance.now()` at which it was accepted. */
  private readonly open = new Map<Socket, number>();
  /** Idle connections, the longest idle first. */
  private readonly idle = new Set<Socket>();
  /** Connections with an event stream, the oldest first. */
  private readonly streams = new Set<Socket>();

  constructor(private readonly maxOpen: number) {}

  /** Counts a new connection. */
  add(socket: Socket): void {
    if (this.open.size >= this.maxOpen) {
      const [oldest = socket] = this.idle.size > 0 ? this.idle : this.streams;
      this.forget(oldest);
      oldest.destroy();
      connectionsClosed.inc();
      if (oldest === socket) return;
    }
    this.open.set(socket, performance.now());
    openConnections.inc();
    this.idle.add(socket);
    socket.once('close', () => this.forget(socket));
  }

  /** Marks a connection as idle. */
  markIdle(socket: Socket): void {
    if (this.open.has(socket)) this.idle.add(socket);
  }

  /** Marks a connection as busy while the portal works on its request. */
  markBusy(socket: Socket): void {
    this.idle.delete(socket);
    this.streams.delete(socket);
  }

  /** Marks an idle connection as one with an event stream. */
  beginStream(socket: Socket): void {
    if (this.idle.delete(socket)) this.streams.add(socket);
  }

  /** Marks a connection as idle after its event stream. */
  endStream(socket: Socket): void {
    if (this.streams.delete(socket)) this.idle.add(socket);
  }

  /** Closes the connections that have sent nothing since they were accepted, at least `minAgeMs` ago. */
  closeUnused(minAgeMs: number): void {
    const latest = performance.now() - minAgeMs;
    for (const [socket, acceptedAt] of this.open)
      if (socket.bytesRead === 0 && acceptedAt <= latest) socket.destroy();
  }

  private forget(socket: Socket): void {
    if (this.open.delete(socket)) openConnections.dec();
    this.idle.delete(socket);
    this.streams.delete(socket);
  }
}
