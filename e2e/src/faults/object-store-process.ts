import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { freePort } from '@secure-preview/embedded';
import { type Backing } from '@secure-preview/standalone';
import { startTestServer, type TestServer, temporaryDir, until } from '@secure-preview/testing';

export interface ObjectStoreProcess extends TestServer {
  readonly settings: Backing['s3'];
}

const main = fileURLToPath(new URL('../../../apps/object-store/dist/main.js', import.meta.url));

/** Starts the portal's object store as a child process that tests can kill. */
export async function startObjectStoreProcess(
  dataDir: string,
  env: NodeJS.ProcessEnv = {},
): Promise<ObjectStoreProcess> {
  mkdirSync(dataDir, { recursive: true });
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const identity = { accessKeyId: 'test', secretAccessKey: 'test-secret-access-key', region: 'us-east-1' };
  const isUp = async () => (await fetch(`${endpoint}/-/health`, { signal: AbortSignal.timeout(1_000) })).ok;
  const server = await startTestServer(
    {
      name: 'object-store',
      command: process.execPath,
      args: [main],
      env: {
        PATH: process.env['PATH'],
        OBJECT_STORE_DATA_DIR: dataDir,
        OBJECT_STORE_PORT: String(port),
        S3_REGION: identity.region,
        S3_ACCESS_KEY_ID: identity.accessKeyId,
        S3_SECRET_ACCESS_KEY: identity.secretAccessKey,
        ...env,
      },
      cwd: dataDir,
      stopSignal: 'SIGTERM',
      ready: async (_pid, exitSignal) => {
        await until(isUp, { deadlineMs: 60_000, signal: exitSignal, what: 'the object store to start' });
      },
    },
    temporaryDir('object-store'),
  );
  return {
    settings: { ...identity, endpoint, bucket: 'portal', publicPort: port },
    get pid() {
      return server.pid;
    },
    kill9: server.kill9,
    restart: server.restart,
    stop: server.stop,
  };
}
