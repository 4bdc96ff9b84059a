import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface TcpProxy {
  port: number;
  /** From now on nothing passes on any connection, open or new, and none is closed. */
  freeze(): void;
  /** New connections pass again; those that were frozen stay so. */
  thaw(): void;
  close(): Promise<void>;
}

/** Stands between a client and a server on this host. */
export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  let frozen = false;
  const sockets = new Set<Socket>();
  const freezeSocket = (socket: Socket) => {
    socket.unpipe();
    socket.removeAllListeners('data');
    socket.pause();
  };
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  };

  const server = createServer({ allowHalfOpen: true }, (client) => {
    keep(client);
    if (frozen) return freezeSocket(client);
    const upstream = connect(targetPort, '127.0.0.1');
    keep(upstream);
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
