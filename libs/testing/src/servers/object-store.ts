import { rmSync } from 'node:fs';
import { freePort } from '@secure-preview/embedded';
import { type ObjectStore, startObjectStore } from '@secure-preview/object-store';
import { temporaryDir } from './test-server.js';

export interface TestObjectStore {
  /** URL of the store; a restart does not change it. */
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Name for the bucket, which the test creates. */
  readonly bucket: string;
  /** Stops the store: connections are rejected until `restart`. */
  kill9(): Promise<void>;
  /** Serves the same objects at the same URL again. */
  restart(): Promise<void>;
  /** Stops the store and removes its objects. */
  stop(): Promise<void>;
}

/** Starts the object store of the project in the test process, on a free port. */
export async function startTestObjectStore(): Promise<TestObjectStore> {
  const dataDir = temporaryDir('objects');
  const identity = { accessKeyId: 'test', secretAccessKey: 'test-secret-access-key', region: 'us-east-1' };
  const host = '127.0.0.1';
  // Not an ephemeral port: while the store is stopped, an outgoing connection could take that one.
  const port = await freePort();
  const start = () => startObjectStore({ ...identity, dataDir, host, port });
  let store: ObjectStore | undefined = await start();
  const { url: endpoint } = store;
  const kill9 = async () => {
    await store?.close();
    store = undefined;
  };
  return {
    endpoint,
    ...identity,
    bucket: 'test-bucket',
    kill9,
    restart: async () => {
      await kill9();
      store = await start();
    },
    stop: async () => {
      await kill9();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    },
  };
}
