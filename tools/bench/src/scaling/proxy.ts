import { fastConfiguration, type Nginx, runNginx } from '../nginx/run-nginx.js';

/** Configures nginx like deploy/proxy/nginx.conf, but with gateways by port and with kept-alive connections. */
const inFront = (port: number, gateways: readonly number[]) => `
  server_tokens off;
  upstream gateways {
    ${gateways.map((gateway) => `server 127.0.0.1:${gateway};`).join(' ')}
    keepalive 64;
  }
  proxy_http_version 1.1;
  proxy_set_header Host $http_host;
  proxy_set_header Connection "";
  proxy_set_header X-Forwarded-For $remote_addr;
  proxy_set_header X-Forwarded-Proto $scheme;
  proxy_set_header X-Forwarded-Host $http_host;
  server {
    listen 127.0.0.1:${port} backlog=1024;
    location / { proxy_pass http://gateways; }
  }`;

/** Starts nginx in front of gateways, with requests distributed in turn. */
export function startProxy(home: string, gateways: readonly number[]): Promise<Nginx> {
  return runNginx(home, {
    configuration: (port) => fastConfiguration(home, inFront(port, gateways)),
    // Up once a gateway responds.
    isUp: async (url) => (await fetch(`${url}/api/health/ready`, { signal: AbortSignal.timeout(2000) })).ok,
    deadlineMs: 20_000,
  });
}
