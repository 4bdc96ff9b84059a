import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findNginx, freePort } from '@secure-preview/embedded';
import { deployedNginxConfiguration } from '@secure-preview/standalone';
import { startTestServer, type TestServer, until } from '@secure-preview/testing';

export interface FrontProxy extends TestServer {
  readonly url: string;
}

/** Starts the proxy in front of gateways on these ports. */
export async function startProxy(home: string, gateways: readonly number[]): Promise<FrontProxy> {
  const command = await findNginx((line) => process.stderr.write(`${line}\n`));
  const port = await freePort();
  mkdirSync(home, { recursive: true });
  const file = join(home, 'nginx.conf');
  writeFileSync(file, deployedNginxConfiguration({ home, port, gateways }));
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
      ready: async (_pid, exitSignal) => {
        await until(isUp, { deadlineMs: 60_000, signal: exitSignal, what: 'the proxy to reach a gateway' });
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
