import { once } from 'node:events';
import { rmSync } from 'node:fs';
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { captionLimits, errorBody } from '@secure-preview/contracts';
import { temporaryDir, until } from '@secure-preview/testing';
import { type FrontProxy, startProxy } from '../faults/proxy.js';
import { expect, test } from '../support/test.js';

/** Limits of deploy/proxy/nginx.conf for one address. */
const CONNECTIONS = 512;
const BURST = 1000;
/** Open connections of one worker process, to visitors and gateways. */
const WORKER_CONNECTIONS = 8192;
/** Limit for requests with bodies. */
const MAX_BODIES = 64;
/** Event streams of one address. */
const STREAMS = 256;
/** Limit for all addresses together. */
const MAX_TOTAL = 1024;
/** More than fits into the buffers between a server and a client that does not read. */
const LARGE = Buffer.alloc(8 * 1024 * 1024);

const home = temporaryDir('proxy');
const heldResponses: ServerResponse[] = [];
const streams: ServerResponse[] = [];
let gateway: Server;
let proxy: FrontProxy;

/** Sends a request from an address of the loopback network, 127.0.0.0/8. */
function send(
  from: string,
  path: string,
  { body, ...init }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const options = { localAddress: from, agent: false, timeout: 60_000, ...init };
    httpRequest(`${proxy.url}${path}`, options, resolve)
      .on('timeout', function (this: { destroy(error: Error): void }) {
        this.destroy(new Error('no answer'));
      })
      .on('error', reject)
      .end(body);
  });
}

async function refusal(answer: IncomingMessage) {
  const body = errorBody.parse(JSON.parse(await text(answer)));
  return { status: answer.statusCode, retryAfter: answer.headers['retry-after'], code: body.code };
}

/** Sends pipelined requests without waiting for responses. Returns the number of each status. */
function flood(from: string, requests: number): Promise<Record<string, number>> {
  const { hostname, port } = new URL(proxy.url);
  const requestLine = 'GET /api/health/live HTTP/1.1\r\nHost: portal\r\n';
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), localAddress: from });
    socket.setTimeout(60_000, () => socket.destroy(new Error('no answer')));
    socket.on('error', reject);
    socket.write(`${`${requestLine}\r\n`.repeat(requests - 1)}${requestLine}Connection: close\r\n\r\n`);
    text(socket).then((answers) => {
      const counts: Record<string, number> = {};
      for (const [, status = ''] of answers.matchAll(/HTTP\/1\.1 (\d+)/g))
        counts[status] = (counts[status] ?? 0) + 1;
      resolve(counts);
    }, reject);
  });
}

test.beforeAll(async () => {
  gateway = createServer((request, response) => {
    if (request.url === '/held') heldResponses.push(response);
    else if (request.url?.startsWith('/api/events')) {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': open\n\n');
      streams.push(response);
    } else if (request.url === '/assets/large.js') response.end(LARGE);
    else response.end('here');
  });
  await new Promise<void>((resolve) => {
    // The backlog holds every connection of the proxy, because this process is too busy to accept them at once.
    gateway.listen({ port: 0, host: '127.0.0.1', backlog: WORKER_CONNECTIONS }, resolve);
  });
  proxy = await startProxy(join(home, 'nginx'), [(gateway.address() as AddressInfo).port]);
});
test.afterAll(async () => {
  await proxy?.stop();
  gateway?.closeAllConnections();
  gateway?.close();
  rmSync(home, { recursive: true, force: true });
});

test.describe('the proxy before the gateways', () => {
  test('rejects only the address that has too many open requests', async () => {
    const waiting = Array.from({ length: CONNECTIONS }, () => send('127.0.0.2', '/held'));
    await until(() => heldResponses.length === CONNECTIONS, {
      deadlineMs: 60_000,
      what: 'all requests to be open',
    });
    expect(await refusal(await send('127.0.0.2', '/'))).toEqual({
      status: 429,
      retryAfter: '2',
      code: 'TOO_MANY_REQUESTS',
    });
    expect((await send('127.0.0.3', '/')).statusCode).toBe(200);
    for (const response of heldResponses.splice(0)) response.end();
    for (const answer of await Promise.all(waiting)) expect(answer.resume().statusCode).toBe(200);
    expect((await send('127.0.0.2', '/')).resume().statusCode).toBe(200);
  });

  test('accepts the largest body of a route, and rejects a larger body with the error of the portal', async () => {
    const post = (bytes: number) =>
      fetch(`${proxy.url}/`, { method: 'POST', body: 'x'.repeat(bytes), headers: { connection: 'close' } });
    expect((await post(captionLimits.maxBodyBytes)).status).toBe(200);
    const refused = await post(captionLimits.maxBodyBytes + 1);
    expect([refused.status, errorBody.parse(await refused.json()).code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  test('rejects requests from many addresses before they overload gateways, but never the acceptance of the terms', async () => {
    const addresses = Array.from({ length: MAX_TOTAL }, (_, index) => `127.0.1.${1 + (index % 8)}`);
    const waiting = addresses.map((address) => send(address, '/held'));
    await until(() => heldResponses.length === MAX_TOTAL, {
      deadlineMs: 60_000,
      what: 'all requests to be open',
    });
    expect(await refusal(await send('127.0.0.7', '/api/config'))).toEqual({
      status: 429,
      retryAfter: '2',
      code: 'TOO_MANY_REQUESTS',
    });
    const page = await send('127.0.0.7', '/', { headers: { accept: 'text/html,*/*' } });
    expect([page.statusCode, page.headers['retry-after'], page.headers['content-type']]).toEqual([
      429,
      '2',
      'text/html',
    ]);
    expect(await text(page)).toContain('http-equiv="refresh"');
    const form = { method: 'POST', headers: { 'content-length': '2' }, body: '{}' };
    expect((await send('127.0.0.7', '/api/auth/lead-capture', form)).resume().statusCode).toBe(200);
    for (const response of heldResponses.splice(0)) response.end();
    for (const answer of await Promise.all(waiting)) expect(answer.resume().statusCode).toBe(200);
    expect((await send('127.0.0.7', '/')).resume().statusCode).toBe(200);
  });

  test('serves visitors despite clients that stop reading', async () => {
    const addresses = Array.from({ length: MAX_TOTAL + 200 }, (_, index) => `127.0.3.${1 + (index % 8)}`);
    // These clients read only the headers.
    const slow = await Promise.all(addresses.map((address) => send(address, '/assets/large.js')));
    expect(new Set(slow.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect((await send('127.0.0.8', '/')).resume().statusCode).toBe(200);
    for (const answer of slow) answer.destroy();
  });

  test('passes on each event at once, and closes the stream of a gateway when its page leaves', async () => {
    const answer = await send('127.0.0.13', '/api/events?trailerId=1');
    let received = '';
    answer.setEncoding('utf8').on('data', (part: string) => {
      received += part;
    });
    await until(() => received === ': open\n\n', { what: 'the first comment' });
    const [stream] = streams.splice(0);
    stream?.write('data: {}\n\n');
    await until(() => received.endsWith('data: {}\n\n'), { what: 'the event' });
    answer.destroy();
    await until(() => stream?.destroyed ?? false, { what: 'the gateway to notice' });
  });

  test('limits the event streams of an address apart from its requests', async () => {
    const open = () => send('127.0.0.13', '/api/events?trailerId=1');
    const answers = await Promise.all(Array.from({ length: STREAMS }, open));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(await refusal(await open())).toEqual({ status: 429, retryAfter: '2', code: 'TOO_MANY_REQUESTS' });
    expect((await send('127.0.0.13', '/')).resume().statusCode).toBe(200);
    const other = await send('127.0.0.14', '/api/events?trailerId=1');
    expect(other.statusCode).toBe(200);
    for (const answer of [...answers, other]) answer.destroy();
    await until(() => streams.every(({ destroyed }) => destroyed), { what: 'the streams to be closed' });
    streams.splice(0);
  });

  test('rejects only the address that sends too many bodies at once', async () => {
    const { hostname, port } = new URL(proxy.url);
    const partialRequest = 'POST /api/access-log HTTP/1.1\r\nHost: portal\r\nContent-Length: 2\r\n\r\n{';
    const slow = Array.from({ length: MAX_BODIES }, () => {
      const socket = connect({ host: hostname, port: Number(port), localAddress: '127.0.0.11' });
      socket.on('error', () => undefined);
      socket.write(partialRequest);
      return socket;
    });
    await Promise.all(slow.map((socket) => once(socket, 'connect')));
    const form = { method: 'POST', headers: { 'content-length': '2' }, body: '{}' };
    const sendForm = async (from: string) => (await send(from, '/api/access-log', form)).resume().statusCode;
    // The proxy reads the headers of these requests one after another, so the limit is reached only after a while.
    await until(async () => (await sendForm('127.0.0.11')) === 429, {
      deadlineMs: 60_000,
      what: 'a rejection',
    });
    expect((await send('127.0.0.11', '/')).resume().statusCode).toBe(200);
    expect(await sendForm('127.0.0.12')).toBe(200);
    for (const socket of slow) socket.destroy();
  });

  test('serves visitors despite bodies that never end', async () => {
    const { hostname, port } = new URL(proxy.url);
    const partialRequest =
      'POST /api/auth/lead-capture HTTP/1.1\r\nHost: portal\r\nContent-Length: 60\r\n\r\n{';
    const slow = Array.from({ length: MAX_TOTAL + 200 }, (_, index) => {
      const from = `127.0.2.${1 + (index % 8)}`;
      const socket = connect({ host: hostname, port: Number(port), localAddress: from });
      socket.on('error', () => undefined);
      socket.write(partialRequest);
      return socket;
    });
    await Promise.all(slow.map((socket) => once(socket, 'connect')));
    expect((await send('127.0.0.8', '/')).resume().statusCode).toBe(200);
    for (const socket of slow) socket.destroy();
  });

  test('serves visitors despite thousands of silent connections', async () => {
    const { hostname, port } = new URL(proxy.url);
    const idle: Socket[] = [];
    // Opens a thousand at a time, because the backlog of the system holds no more.
    while (idle.length < WORKER_CONNECTIONS * 1.25) {
      const sockets = Array.from({ length: 1024 }, () =>
        connect({ host: hostname, port: Number(port), localAddress: '127.0.0.9' }),
      );
      for (const socket of sockets) socket.on('error', () => undefined);
      await Promise.all(sockets.map((socket) => once(socket, 'connect')));
      idle.push(...sockets);
    }
    expect((await send('127.0.0.9', '/')).resume().statusCode).toBe(200);
    expect((await send('127.0.0.10', '/')).resume().statusCode).toBe(200);
    for (const socket of idle) socket.destroy();
  });

  test('sends Retry-After while no gateway is reachable, and rejects a flood from one address', async () => {
    gateway.closeAllConnections();
    await new Promise((resolve) => gateway.close(resolve));
    expect(await refusal(await send('127.0.0.4', '/'))).toEqual({
      status: 503,
      retryAfter: '2',
      code: 'SERVICE_UNAVAILABLE',
    });
    // Below the number of requests after which nginx closes a connection.
    const requestsPerFlood = 900;
    const counts = await Promise.all([1, 2, 3, 4].map(() => flood('127.0.0.5', requestsPerFlood)));
    const total = (status: string) => counts.reduce((sum, count) => sum + (count[status] ?? 0), 0);
    expect(total('503') + total('429')).toBe(4 * requestsPerFlood);
    expect(total('503')).toBeGreaterThanOrEqual(BURST);
    expect(total('429')).toBeGreaterThan(0);
    expect(await refusal(await send('127.0.0.6', '/'))).toMatchObject({ status: 503 });
  });
});
