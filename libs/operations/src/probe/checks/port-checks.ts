import { connect, isIP } from 'node:net';
import { expectNone, NotRunError } from '../outcome.js';
import type { PortalClient } from '../portal-client.js';
import type { ProbeCheck } from '../probe-context.js';

/** Milliseconds until a port counts as closed: firewalls drop packets without an answer. */
const CONNECT_MS = 3000;

/** Ports that neither docker-compose.yml nor deploy/kubernetes publishes, with the program that listens there. */
const internalPorts: Readonly<Record<number, string>> = {
  5432: 'Postgres',
  6379: 'Redis',
  26379: 'Redis Sentinel',
  9090: 'health and metrics of a process, or Prometheus',
  9091: 'Prometheus',
  9093: 'Alertmanager',
  3000: 'gateway without its proxy',
  8080: 'proxy without TLS',
  8333: 'object storage without TLS',
  9333: 'master of SeaweedFS',
  8888: 'filer of SeaweedFS',
  9229: 'debugger of Node',
};

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'));

function isOpen(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: host.replace(/^\[|\]$/g, ''), port, timeout: CONNECT_MS });
    const end = (open: boolean) => {
      socket.destroy();
      resolve(open);
    };
    socket.once('connect', () => end(true));
    socket.once('timeout', () => end(false));
    socket.once('error', () => end(false));
  });
}

/** Returns the open ports among `ports`. */
export async function openPorts(host: string, ports: readonly number[]): Promise<number[]> {
  const open = await Promise.all(ports.map((port) => isOpen(host, port)));
  return ports.filter((_port, index) => open[index]);
}

/** Returns the ports of the portal and of the storage, which the Content-Security-Policy of the page lists. */
async function publishedPorts(client: PortalClient): Promise<Set<number>> {
  const { headers } = await client.request('/');
  const policy = [headers['content-security-policy'] ?? ''].flat().join(';');
  const named = (policy.match(/https?:\/\/[^\s;]+/g) ?? []).filter((origin) => URL.canParse(origin));
  const urls = [client.base, ...named.map((origin) => new URL(origin))];
  return new Set(urls.map(({ port, protocol }) => Number(port || (protocol === 'https:' ? 443 : 80))));
}

export const portChecks: readonly ProbeCheck[] = [
  {
    id: 'exposure.ports',
    title: 'Ports of databases and processes are closed',
    asvs: ['V13.4.5', 'V15.2.3'],
    run: async ({ client }) => {
      const { hostname } = client.base;
      if (isLoopback(hostname))
        throw new NotRunError('This machine reaches all of its own ports. Run the probe from outside.');
      const published = await publishedPorts(client);
      const all = Object.keys(internalPorts).map(Number);
      const ports = all.filter((port) => !published.has(port));
      const open = await openPorts(hostname, ports);
      return expectNone(
        open.map((port) => `${port} is open (${internalPorts[port]})`),
        `${ports.length} ports are closed`,
        'Close them with a firewall, or bind them to 127.0.0.1. Publish only the proxy and the object storage.',
      );
    },
  },
];
