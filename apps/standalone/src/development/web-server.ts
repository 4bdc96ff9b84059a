import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Program, until } from '@secure-preview/embedded';
import { ownerVariable } from '../supervisor/run-state.js';
import { localHost, type Settings } from '../supervisor/settings.js';

/**
 * Returns the program that runs Vite, which serves the web app from its sources and proxies calls to the
 * gateway.
 */
export function webServer(root: string, { host, port, dataDir }: Settings, gatewayUrl: string): Program {
  const cwd = join(root, 'apps', 'web');
  const manifest = createRequire(join(cwd, 'package.json')).resolve('vite/package.json');
  const url = `http://${localHost(host)}:${port}/`;
  const { NODE_OPTIONS: _, NODE_ENV: __, ...env } = process.env;
  return {
    name: 'web',
    command: process.execPath,
    args: [
      join(dirname(manifest), 'bin', 'vite.js'),
      '--host',
      host,
      '--port',
      String(port),
      '--strictPort',
      '--clearScreen',
      'false',
    ],
    env: { ...env, GATEWAY_URL: gatewayUrl, [ownerVariable]: dataDir },
    cwd,
    stopSignal: 'SIGTERM',
    ready: async (_pid, exitSignal) => {
      await until(async () => (await fetch(url)).ok, {
        deadlineMs: 60_000,
        everyMs: 50,
        signal: exitSignal,
        what: 'Vite to start',
      });
    },
  };
}
