import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequestHandler, type ObjectStoreLogger } from './http/request-handler.js';
import { ObjectFiles } from './storage/object-files.js';

export interface ObjectStoreOptions {
  /** Data folder. It is created if missing. Only one store at a time may use it. */
  readonly dataDir: string;
  readonly host: string;
  /** 0 chooses a free port. */
  readonly port: number;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
  /** Largest object, in bytes; 5 GiB by default, as for a single PUT to S3. */
  readonly maxObjectBytes?: number;
  readonly logger?: ObjectStoreLogger;
}

export interface ObjectStore {
  readonly url: string;
  readonly port: number;
  /** Stops accepting requests. Resolves when the open requests have ended, or were aborted after 5 s. */
  close(): Promise<void>;
}

const DEFAULT_MAX_OBJECT_BYTES = 5 * 1024 ** 3;

/** Limit for receiving the headers of a request, in milliseconds. */
const HEADERS_TIMEOUT = 15_000;
/**
 * Closes a connection after this time without data, in milliseconds. The whole transfer has no limit, since
 * connections may be slow.
 */
const IDLE_TIMEOUT = 60_000;
const KEEP_ALIVE_TIMEOUT = 10_000;
/** Limit of open connections. Each may hold two files open, and 1,024 open files is a usual limit. */
const MAX_CONNECTIONS = 400;
const CLOSE_GRACE = 5_000;

/** Starts an S3-compatible store for one machine. @throws Error when the folder or the port cannot be used */
export async function startObjectStore(options: ObjectStoreOptions): Promise<ObjectStore> {
  const { accessKeyId, secretAccessKey, region, host, logger } = options;
  if (!accessKeyId || !secretAccessKey || !region)
    throw new Error('object store needs a key pair and a region');
  const files = await ObjectFiles.open(options.dataDir);
  const handle = createRequestHandler({
    identity: { accessKeyId, secretAccessKey, region },
    files,
    maxObjectBytes: options.maxObjectBytes ?? DEFAULT_MAX_OBJECT_BYTES,
    logger,
  });

  const server = createServer({
    headersTimeout: HEADERS_TIMEOUT,
    requestTimeout: 0,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT,
    connectionsCheckingInterval: 5_000,
  });
  server.timeout = IDLE_TIMEOUT;
  server.maxConnections = MAX_CONNECTIONS;
  const pending = new Set<Promise<void>>();
  const track = (work: Promise<void>) => {
    pending.add(work);
    void work.finally(() => pending.delete(work));
  };
  server.on('request', (message, response) => track(handle(message, response, false)));
  server.on('checkContinue', (message, response) => track(handle(message, response, true)));

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, host, resolve);
  });
  const { port, family, address } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    port,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const cut = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE);
      await closed;
      clearTimeout(cut);
      await Promise.allSettled(pending);
    },
  };
}
