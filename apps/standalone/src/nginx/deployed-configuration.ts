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

const CONFIGURATION_FILE = join(repositoryRoot, 'deploy', 'proxy', 'nginx.conf');

function replaceOrThrow(text: string, from: string | RegExp, to: string): string {
  const changed = text.replace(from, to);
  if (changed === text) throw new Error(`${CONFIGURATION_FILE} no longer contains ${from}`);
  return changed;
}

/**
 * Returns the deployed configuration of the proxy, except for the addresses of the gateways and the writable
 * folders.
 */
export function deployedNginxConfiguration({ home, port, gateways }: NginxAddresses): string {
  // Retries a failed gateway at the next request, as with addresses from a name server.
  const servers = gateways.map((gateway) => `server 127.0.0.1:${gateway} max_fails=0;`).join(' ');
  let text = readFileSync(CONFIGURATION_FILE, 'utf8');
  text = replaceOrThrow(text, /\/tmp\//g, `${home}/`);
  text = replaceOrThrow(text, /^ *resolver .*$/m, `  upstream gateways { ${servers} }`);
  text = replaceOrThrow(text, /http:\/\/gateway:3000/g, 'http://gateways');
  text = replaceOrThrow(text, 'listen 8080', `listen 127.0.0.1:${port}`);
  text = replaceOrThrow(text, /^ *listen 8081;$/m, '');
  text = replaceOrThrow(text, 'listen 9090', `listen unix:${home}/health.sock`);
  text = replaceOrThrow(text, /^worker_processes .*$/m, 'worker_processes 1;');
  text = replaceOrThrow(text, 'error_log stderr warn;', `error_log ${home}/error.log warn; daemon off;`);
  return process.getuid?.() === 0 ? `user root;\n${text}` : text;
}
