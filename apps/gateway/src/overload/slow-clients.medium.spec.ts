import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { metricsText } from '@secure-preview/service-kit';
import { sumOf, until } from '@secure-preview/testing';
import { holdCalls, services, trailer } from '../testing/fakes.js';
import {
  type RunningGateway,
  startTestEnvironment,
  type TestEnvironment,
} from '../testing/running-gateway.js';
import { cookieOf, lead, stranger } from '../testing/visitors.js';

const CONNECTIONS = 20;
const SLOTS = 8;

let env: TestEnvironment;
let gateway: RunningGateway;
let sockets: Socket[] = [];

beforeAll(async () => {
  env = await startTestEnvironment();
  await env.serveAll();
});
beforeEach(async () => {
  gateway = await env.readyGateway({
    MAX_CONNECTIONS: CONNECTIONS,
    MAX_REQUESTS_IN_FLIGHT: SLOTS,
    MAX_TRANSFER_SECONDS: 6,
  });
});
afterEach(async () => {
  services.signedOverride = undefined;
  for (const socket of sockets) socket.destroy();
  sockets = [];
  await gateway.close();
});
afterAll(() => env?.stop());

/** Opens a connection and sends only `text`. */
async function openConnection(text = ''): Promise<Socket> {
  const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}
const openMany = (count: number, text: string) =>
  Promise.all(Array.from({ length: count }, () => openConnection(text)));
const isOpen = (socket: Socket) => !socket.destroyed && !socket.readableEnded;
const submitGate = () => stranger(gateway).post('/api/auth/lead-capture').send(lead);
const metricOf = async (name: string) => sumOf(await metricsText(), name) ?? 0;

it.each([
  ['connections that send nothing', ''],
  ['heads that never end', 'GET / HTTP/1.1\r\nHost: portal\r\nX-A: '],
  [
    'bodies that never end',
    'POST /api/auth/lead-capture HTTP/1.1\r\nHost: portal\r\nContent-Type: application/json\r\nContent-Length: 60\r\n\r\n{"na',
  ],
])('serves visitors despite many %s', async (_, text) => {
  const closedBefore = await metricOf('portal_http_connections_closed_total');
  // Opens twice as many connections as the limit before the first visitor. Opens as many as the limit before
  // the next two requests.
  const openedFirst = await openMany(CONNECTIONS * 2, text);
  await submitGate().expect(200);
  await openMany(CONNECTIONS, text);
  await stranger(gateway).get('/').expect(200);
  await submitGate().expect(200);
  expect(await metricOf('portal_http_connections')).toBeLessThanOrEqual(CONNECTIONS);
  expect(await metricOf('portal_http_connections_closed_total')).toBeGreaterThan(closedBefore);
  for (const socket of openedFirst) socket.resume();
  await until(() => openedFirst.filter(isOpen).length <= CONNECTIONS, {
    what: 'the connections to be closed',
  });
});

it('keeps the connection of a request in progress, however many other connections are opened', async () => {
  const cookie = cookieOf(await submitGate());
  const release = holdCalls();
  const status = stranger(gateway)
    .post('/api/access-log')
    .set('cookie', cookie)
    .then((response) => response.status);
  await until(() => services.heldCalls === 1, { what: 'a request in progress' });
  const before = await metricOf('portal_http_connections_closed_total');
  await openMany(CONNECTIONS * 2, '');
  // The operating system accepts all of them at once, but the gateway accepts them gradually.
  await until(async () => (await metricOf('portal_http_connections_closed_total')) - before > CONNECTIONS, {
    what: 'the gateway to accept all connections',
  });
  release();
  expect(await status).toBe(200);
});

describe('viewers who do not read relayed objects', () => {
  /** More bytes than fit into socket buffers. */
  const LARGE = Buffer.alloc(32 * 1024 * 1024);
  let store: Server;
  let cookie: string;
  const path = `/api/media/renditions/${trailer.id}/segments/1.m4s`;
  const readSlowly = () =>
    openConnection(`GET ${path} HTTP/1.1\r\nHost: portal\r\nCookie: ${cookie}\r\n\r\n`);

  beforeEach(async () => {
    store = createServer((_request, response) => response.end(LARGE)).listen(0, '127.0.0.1');
    await once(store, 'listening');
    const { port } = store.address() as AddressInfo;
    services.signedOverride = { url: `http://127.0.0.1:${port}/object`, via: 'proxy' };
    cookie = cookieOf(await submitGate());
  });
  afterEach(() => {
    store.closeAllConnections();
    store.close();
  });
  const relays = () => metricOf('portal_relays_in_flight');

  it('take no slots from others, get a few relays each, and are disconnected after a time limit', async () => {
    const cutBefore = await metricOf('portal_http_transfers_cut_total');
    // As many relays as slots, in two steps: each needs a slot until its response begins.
    for (const count of [4, 8]) {
      await Promise.all([1, 2, 3, 4].map(readSlowly));
      await until(async () => (await relays()) === count, { what: 'the relays to start' });
    }
    const refused = await stranger(gateway).get(path).set('cookie', cookie).expect(503);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    await submitGate().expect(200);
    await stranger(gateway).get('/').expect(200);
    await until(async () => (await metricOf('portal_http_transfers_cut_total')) === cutBefore + 8, {
      what: 'the slow transfers to be aborted',
      deadlineMs: 20_000,
    });
    await until(async () => (await relays()) === 0, { what: 'the relays to end' });
  });
});
