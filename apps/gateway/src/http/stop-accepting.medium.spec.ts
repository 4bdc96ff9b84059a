import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { stopAccepting } from './stop-accepting.js';

const open = (port: number) => connect(port, '127.0.0.1');

/** Sends a form as soon as its connection opens, which is before the server accepts it. */
function sendForm(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
    socket.on('data', (data) => {
      resolve(data.toString().split('\r\n')[0] ?? '');
      socket.destroy();
    });
    socket.write('POST / HTTP/1.1\r\nHost: portal\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
  });
}

async function startServer(workMs: number): Promise<{ http: Server; port: number }> {
  const http = createServer((_request, response) => {
    // Blocks the event loop while other connections wait.
    const end = performance.now() + workMs;
    while (performance.now() < end);
    response.end();
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', 256, resolve));
  return { http, port: (http.address() as AddressInfo).port };
}

it.each([0, 2])(
  'serves all waiting connections and then rejects new ones, at %s ms per request',
  async (workMs) => {
    const { http, port } = await startServer(workMs);
    const sockets = Array.from({ length: 50 }, () => open(port));
    const forms = sockets.map(sendForm);
    // A busy operating system may deliver the connections some turns of the event loop later.
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    await stopAccepting(http);
    expect(new Set(await Promise.all(forms))).toEqual(new Set(['HTTP/1.1 200 OK']));
    expect(await sendForm(open(port))).toBe('ECONNREFUSED');
  },
);
