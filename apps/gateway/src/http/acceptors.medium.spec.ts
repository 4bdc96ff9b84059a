import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createLogger } from '@secure-preview/service-kit';
import { until } from '@secure-preview/testing';
import { MAX_ACCEPTS_PER_TURN, openAcceptors } from './acceptors.js';
import { stopAccepting } from './stop-accepting.js';

const BACKLOG = 1024;
const CONNECTIONS = 256;
const logger = createLogger({ service: 'acceptors', level: 'silent' });

let http: Server;
let sockets: Socket[] = [];

beforeEach(async () => {
  http = createServer((_request, response) => response.end('here'));
  http.listen({ port: 0, host: '127.0.0.1', backlog: BACKLOG });
  await once(http, 'listening');
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  http.closeAllConnections();
});

const port = () => (http.address() as AddressInfo).port;

/** Opens `count` connections, before the server accepts any of them. */
function openConnections(count: number): Promise<unknown> {
  const opened = Array.from({ length: count }, () => connect(port(), '127.0.0.1'));
  sockets.push(...opened);
  return Promise.all(opened.map((socket) => once(socket, 'connect')));
}

/** Counts the turns that accept a connection: a busy operating system may deliver connections some turns later. */
async function turnsUntilAccepted(count: number, counter: { accepted: number }): Promise<number> {
  let turns = 0;
  while (counter.accepted < count) {
    const before = counter.accepted;
    await nextTurn();
    if (counter.accepted > before) turns += 1;
  }
  return turns;
}

async function countConnections(...servers: (Server | NetServer)[]): Promise<number> {
  const counts = servers.map(
    (server) => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count))),
  );
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

it('accepts many connections within few turns of the event loop, and answers each', async () => {
  const acceptors = await openAcceptors(http, BACKLOG, logger);
  expect(acceptors).toHaveLength(MAX_ACCEPTS_PER_TURN - 1);
  const counter = { accepted: 0 };
  http.on('connection', () => {
    counter.accepted += 1;
  });
  const opening = openConnections(CONNECTIONS);
  const turns = await turnsUntilAccepted(CONNECTIONS, counter);
  expect(counter.accepted).toBe(CONNECTIONS);
  // A single handle needs one turn for each connection.
  expect(turns).toBeLessThan(CONNECTIONS / 4);
  await opening;
  const answers = sockets.map(async (socket) => {
    socket.write('GET / HTTP/1.1\r\nHost: portal\r\nConnection: close\r\n\r\n');
    const [first] = (await once(socket, 'data')) as [Buffer];
    return first.toString().split('\r\n')[0];
  });
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['HTTP/1.1 200 OK']));
  await stopAccepting(http, acceptors);
});

it('rejects new connections after stopping, and resolves once the last connection is closed', async () => {
  const acceptors = await openAcceptors(http, BACKLOG, logger);
  await openConnections(CONNECTIONS);
  await until(async () => (await countConnections(http, ...acceptors)) === CONNECTIONS, {
    what: 'all connections to be accepted',
  });
  const closedPort = port();
  let stopped = false;
  const stopping = stopAccepting(http, acceptors).then(() => {
    stopped = true;
  });
  await until(() => !http.listening && acceptors.every(({ listening }) => !listening), {
    what: 'the acceptors to close',
  });
  const [error] = (await once(connect(closedPort, '127.0.0.1'), 'error')) as [NodeJS.ErrnoException];
  expect(error.code).toBe('ECONNREFUSED');
  expect(stopped).toBe(false);
  for (const socket of sockets) socket.destroy();
  await stopping;
});
