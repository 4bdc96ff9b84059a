import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Plugin } from 'vite';

/** Milliseconds to wait for a gateway that is restarting. */
const CONNECT_TIMEOUT_MS = 20_000;
/** Milliseconds between two connection attempts. */
const RETRY_INTERVAL_MS = 50;

function canConnect({ hostname, port }: URL): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname.replace(/^\[|\]$/g, ''), () => {
      resolve(true);
      socket.destroy();
    });
    socket.once('error', () => resolve(false));
  });
}

/** Delays API requests while the gateway restarts, so the page does not report it as unavailable. */
export function awaitGateway(address: string): Plugin {
  const gateway = new URL(address);
  return {
    name: 'await-gateway',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use('/api', async (_request, _response, next) => {
        const deadline = Date.now() + CONNECT_TIMEOUT_MS;
        while (!(await canConnect(gateway)) && Date.now() < deadline) await sleep(RETRY_INTERVAL_MS);
        next();
      });
    },
  };
}
