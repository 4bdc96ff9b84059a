import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Plugin } from 'vite';

/** Milliseconds to wait for a gateway that is restarting. */
const PATIENCE_MS = 20_000;
const EVERY_MS = 50;

function takesConnections({ hostname, port }: URL): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname.replace(/^\[|\]$/g, ''), () => {
      resolve(true);
      socket.destroy();
    });
    socket.once('error', () => resolve(false));
  });
}

/** Holds calls back while the gateway restarts, so that the page does not report it as unavailable. */
export function awaitGateway(address: string): Plugin {
  const gateway = new URL(address);
  return {
    name: 'await-gateway',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use('/api', async (_request, _response, next) => {
        const end = Date.now() + PATIENCE_MS;
        while (!(await takesConnections(gateway)) && Date.now() < end) await sleep(EVERY_MS);
        next();
      });
    },
  };
}
