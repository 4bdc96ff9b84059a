import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import type { ObjectStore } from '../storage/object-store.js';
import { browserAddressCheck } from './storage-checks.js';

const PORTAL = 'http://preview.example.com';
/** URL at which no server listens. */
let closed: string;

beforeAll(async () => {
  const server = createSocketServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  closed = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.close();
  await once(server, 'close');
});

/** Checks a store with one URL for services and another URL for browsers. */
function browsers(endpoint: string, publicEndpoint: string, portalUrl: string | undefined = PORTAL) {
  const store = {
    signPut: async () => `${publicEndpoint}/portal/probe`,
    delete: async () => undefined,
  } as unknown as ObjectStore;
  const settings = { S3_ENDPOINT: endpoint, S3_PUBLIC_ENDPOINT: publicEndpoint };
  return browserAddressCheck(store, settings, portalUrl).run();
}

it('only warns about a URL that a container cannot reach', async () => {
  expect(await browsers('http://object-store:8333', closed)).toMatchObject({
    state: 'warning',
    finding: expect.stringContaining(`cannot be reached from here at ${closed} (ECONNREFUSED`),
  });
});

it('reports an error for a URL that the machine of the storage cannot reach', async () => {
  expect(await browsers('http://127.0.0.1:8333', closed)).toMatchObject({ state: 'error' });
});

it('reports an error for a wrong response, on any machine', async () => {
  const fake = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
  await once(fake, 'listening');
  const { port } = fake.address() as AddressInfo;
  expect(await browsers('http://object-store:8333', `http://127.0.0.1:${port}`)).toMatchObject({
    state: 'error',
    finding: expect.stringContaining('CORS'),
  });
  // The server does not support TLS.
  expect(
    await browsers('http://object-store:8333', `https://127.0.0.1:${port}`, 'https://preview.example.com'),
  ).toMatchObject({ state: 'error', finding: expect.stringContaining('cannot use the storage') });
  fake.close();
});
