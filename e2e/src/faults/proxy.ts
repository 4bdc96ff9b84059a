import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findNginx, freePort } from '@secure-preview/dev';
import { startTestServer, type TestServer, until } from '@secure-preview/testing';

export interface FrontProxy extends TestServer {
  readonly url: string;
}

const deployed = fileURLToPath(new URL('../../../deploy/proxy/nginx.conf', import.meta.url));

function replaced(text: string, from: string | RegExp, to: string): string {
  const changed = text.replace(from, to);
  if (changed === text) throw new Error(`${deployed} has no ${from} any more`);
  return changed;
}

/** The proxy's configuration as it is deployed, but for where the gateways are and where it may write. */
function configuration(home: string, port: number, gateways: readonly number[]): string {
  // As with addresses that a name server gives: one that failed is tried again the next time.
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

/** Starts the proxy before gateways on these ports. */
export async function startProxy(home: string, gateways: readonly number[]): Promise<FrontProxy> {
  const command = await findNginx((line) => process.stderr.write(`${line}\n`));
  const port = await freePort();
  mkdirSync(home, { recursive: true });
  const file = join(home, 'nginx.conf');
  writeFileSync(file, configuration(home, port, gateways));
  const url = `http://127.0.0.1:${port}`;
  const isUp = async () =>
    (await fetch(`${url}/api/health/ready`, { signal: AbortSignal.timeout(1_000) })).ok;
  const server = await startTestServer(
    {
      name: 'proxy',
      command,
      args: ['-c', file, '-p', home, '-e', join(home, 'error.log')],
      env: { PATH: process.env['PATH'] },
      cwd: home,
      stopSignal: 'SIGTERM',
      ready: async (_pid, gone) => {
        await until(isUp, { deadlineMs: 60_000, signal: gone, what: 'the proxy to reach a gateway' });
      },
    },
    home,
  );
  return {
    url,
    get pid() {
      return server.pid;
    },
    kill9: server.kill9,
    restart: server.restart,
    stop: server.stop,
  };
}
