import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface TcpProxy {
  port: number;
  /** Stops all traffic on open and new connections without closing them. */
  freeze(): void;
  /** Lets traffic of new connections pass; frozen connections stay frozen. */
  thaw(): void;
  close(): Promise<void>;
}

/** Starts a proxy between a client and a server on this host. */
export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  let frozen = false;
  const sockets = new Set<Socket>();
  const freezeSocket = (socket: Socket) => {
    socket.unpipe();
    socket.removeAllListeners('data');
    socket.pause();
  };
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  };

  const server = createServer({ allowHalfOpen: true }, (client) => {
    track(client);
    if (frozen) return freezeSocket(client);
    const upstream = connect(targetPort, '127.0.0.1');
    track(upstream);
    client.pipe(upstream).pipe(client);
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    port: (server.address() as AddressInfo).port,
    freeze: () => {
      frozen = true;
      for (const socket of sockets) freezeSocket(socket);
    },
    thaw: () => {
      frozen = false;
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
