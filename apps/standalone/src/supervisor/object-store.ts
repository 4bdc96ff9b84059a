import { existsSync, mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type Program, persistentPort, persistentSecret, until } from '@secure-preview/embedded';
import { ownerVariable } from './run-state.js';
import { localHost, repositoryRoot } from './settings.js';

export interface EmbeddedObjectStore {
  program: Program;
  port: number;
  endpoint: string;
  accessKeyId: string;
  secretAccessKey: string;
}

function acceptsConnections(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: host.replace(/^\[|\]$/g, ''), port });
    socket.setTimeout(1_000, () => socket.destroy());
    socket.once('connect', () => {
      resolve(true);
      socket.destroy();
    });
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
  });
}

function mainFile(): string {
  const main = join(repositoryRoot, 'apps', 'object-store', 'dist', 'main.js');
  if (!existsSync(main)) throw new Error('The object store is not built. Run npm run build.');
  return main;
}

/**
 * Returns the program that runs the embedded object store on this data folder. It listens on `host`, where
 * browsers reach it.
 */
export async function embeddedObjectStore(
  dataDir: string,
  host: string,
  region: string,
): Promise<EmbeddedObjectStore> {
  const home = join(dataDir, 'objects');
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const port = await persistentPort(join(dataDir, 'objects.port'), host);
  const secretAccessKey = persistentSecret(dataDir, 's3-secret-access-key');
  const accessKeyId = 'portal';
  const { PATH, TZ } = process.env;
  return {
    port,
    endpoint: `http://${localHost(host)}:${port}`,
    accessKeyId,
    secretAccessKey,
    program: {
      name: 'object-store',
      command: process.execPath,
      args: [mainFile()],
      env: {
        PATH,
        TZ,
        [ownerVariable]: dataDir,
        OBJECT_STORE_DATA_DIR: home,
        OBJECT_STORE_HOST: host,
        OBJECT_STORE_PORT: String(port),
        S3_REGION: region,
        S3_ACCESS_KEY_ID: accessKeyId,
        S3_SECRET_ACCESS_KEY: secretAccessKey,
      },
      cwd: home,
      stopSignal: 'SIGTERM',
      ipc: true,
      ready: async (_pid, exitSignal) => {
        await until(() => acceptsConnections(localHost(host), port), {
          deadlineMs: 60_000,
          signal: exitSignal,
          what: 'the object store to start',
        });
      },
    },
  };
}
