import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../supervisor/settings.js';

interface NginxAddresses {
  /** Folder for the files of nginx. */
  home: string;
  port: number;
  /** Ports on this machine. */
  gateways: readonly number[];
}

const deployed = join(repositoryRoot, 'deploy', 'proxy', 'nginx.conf');

function replaced(text: string, from: string | RegExp, to: string): string {
  const changed = text.replace(from, to);
  if (changed === text) throw new Error(`${deployed} has no ${from} any more`);
  return changed;
}

/**
 * Returns the deployed configuration of the proxy, except for the addresses of the gateways and the writable
 * folders.
 */
export function deployedNginxConfiguration({ home, port, gateways }: NginxAddresses): string {
  // As with addresses from a name server, a failed gateway is tried again at the next request.
  const servers = gateways.map((gateway) => `server 127.0.0.1:${gateway} max_fails=0;`).join(' ');
  let text = readFileSync(deployed, 'utf8');
  text = replaced(text, /\/tmp\//g, `${home}/`);
  text = replaced(text, /^ *resolver .*$/m, `  upstream gateways { ${servers} }`);
  text = replaced(text, /http:\/\/gateway:3000/g, 'http://gateways');
  text = replaced(text, 'listen 8080', `listen 127.0.0.1:${port}`);
  text = replaced(text, /^ *listen 8081;$/m, '');
  text = replaced(text, 'listen 9090', `listen unix:${home}/health.sock`);
  text = replaced(text, /^worker_processes .*$/m, 'worker_processes 1;');
  text = replaced(text, 'error_log stderr warn;', `error_log ${home}/error.log warn; daemon off;`);
  return process.getuid?.() === 0 ? `user root;\n${text}` : text;
}
