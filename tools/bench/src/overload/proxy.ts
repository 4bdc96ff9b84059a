import { deployedNginxConfiguration } from '@secure-preview/standalone';
import { type Nginx, runNginx } from '../nginx/run-nginx.js';

/** Starts the proxy as deployed, but with one worker, in front of a gateway. */
export function startDeployedProxy(home: string, gateway: number): Promise<Nginx> {
  return runNginx(home, {
    configuration: (port) => deployedNginxConfiguration({ home, port, gateways: [gateway] }),
    isUp: async (url) => (await fetch(`${url}/api/health/ready`, { signal: AbortSignal.timeout(2000) })).ok,
    deadlineMs: 20_000,
  });
}

/**
 * Addresses in this machine's loopback network. Visitors come from many addresses, and the proxy limits each address.
 */
export const manyAddresses = Array.from(
  { length: 200 },
  (_, index) => `127.1.${index % 8}.${1 + (index % 50)}`,
);
