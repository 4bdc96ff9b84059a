import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { startTestPostgres, type TestPostgres } from '@secure-preview/testing';
import { Client, Pool } from 'pg';
import { mapConnectionError } from './connection-errors.js';

/** Milliseconds after which the driver gives up. */
const SHORT_MS = 100;
let postgres: TestPostgres;
let connectionString: string;
/** Accepts connections and does not answer. */
let silent: Server;
let silentAddress: string;
const sockets: Socket[] = [];
let cleanups: (() => unknown)[] = [];

beforeAll(async () => {
  postgres = await startTestPostgres();
  connectionString = (await postgres.createDatabase()).adminUrl;
  silent = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  silentAddress = `postgres://any:any@127.0.0.1:${(silent.address() as AddressInfo).port}/any`;
});
afterEach(async () => {
  for (const cleanup of cleanups) await cleanup();
  cleanups = [];
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  silent?.close();
  await postgres?.stop();
});

async function connectedClient(settings: { query_timeout?: number } = {}): Promise<Client> {
  const client = new Client({ connectionString, ...settings });
  client.on('error', () => undefined);
  await client.connect();
  cleanups.push(() => client.end());
  return client;
}

/** Ends the connection of a client from the server, and waits until the client has noticed. */
async function terminate(client: Client): Promise<void> {
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
  // `once` of Node would reject on the error that precedes `end`.
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  const other = await connectedClient();
  await other.query('SELECT pg_terminate_backend($1)', [rows[0].pid]);
  await ended;
}

const failures: Record<string, () => Promise<unknown>> = {
  'timeout expired': () =>
    new Client({ connectionString: silentAddress, connectionTimeoutMillis: SHORT_MS }).connect(),
  'Connection terminated unexpectedly': () => {
    silent.once('connection', (socket) => socket.destroy());
    return new Client({ connectionString: silentAddress }).connect();
  },
  'Connection terminated': async () => {
    const client = await connectedClient();
    await Promise.all([client.query('SELECT pg_sleep(60)'), client.end()]);
  },
  'Query read timeout': async () =>
    (await connectedClient({ query_timeout: SHORT_MS })).query('SELECT pg_sleep(60)'),
  'Client has encountered a connection error and is not queryable': async () => {
    const client = await connectedClient();
    await terminate(client);
    await client.query('SELECT 1');
  },
  'Connection terminated due to connection timeout': () =>
    new Pool({ connectionString: silentAddress, connectionTimeoutMillis: SHORT_MS }).connect(),
  'timeout exceeded when trying to connect': async () => {
    const pool = new Pool({ connectionString, max: 1 });
    // The connection may be lost at the end of the test, while it is in use or idle.
    pool.on('error', () => undefined);
    pool.on('connect', (client) => client.on('error', () => undefined));
    const only = await pool.connect();
    cleanups.push(
      () => only.release(),
      () => pool.end(),
    );
    pool.options.connectionTimeoutMillis = SHORT_MS;
    await pool.connect();
  },
  'Cannot use a pool after calling end on the pool': async () => {
    const pool = new Pool({ connectionString });
    await pool.end();
    await pool.connect();
  },
};

it.each(Object.entries(failures))('maps “%s” to SERVICE_UNAVAILABLE', async (message, fail) => {
  const error = await fail().catch((error: unknown) => error);
  expect(error).toMatchObject({ message });
  expect(mapConnectionError(error)).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
});
