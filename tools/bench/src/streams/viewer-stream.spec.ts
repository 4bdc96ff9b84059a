import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { VisitorClient } from '../entry/visitor-client.js';
import { ViewerStream } from './viewer-stream.js';

const visitor = new VisitorClient('viewer@streams.example', '10.6.0.1');
let server: Server;
let url: string;
let respond: (response: ServerResponse) => void;

beforeAll(async () => {
  server = createServer((_, response) => respond(response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
const open = () => ViewerStream.open(visitor, { url, trailerId: 'trailer' });

it('returns the time until the access ended', async () => {
  respond = (response) => response.write('data: {"kind":"ended","reason":"playbackEnded"}\n\n');
  const stream = await open();
  const elapsed = await stream.endedAfter(performance.now() - 500, 10_000);
  expect(elapsed).toBeGreaterThanOrEqual(0);
  expect(elapsed).toBeLessThan(10_000);
  stream.close();
});

it('returns Infinity if the event is lost', async () => {
  respond = (response) => response.write(': comment\n\n');
  const stream = await open();
  expect(await stream.endedAfter(performance.now(), 20)).toBe(Number.POSITIVE_INFINITY);
  stream.close();
});

it('fails if the stream is refused', async () => {
  respond = (response) => response.writeHead(503).end();
  await expect(open()).rejects.toThrow('a stream was refused with 503');
});
