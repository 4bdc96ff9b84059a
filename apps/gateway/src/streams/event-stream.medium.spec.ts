import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '@secure-preview/testing';
import { EventStream } from './event-stream.js';

/** More bytes than fit into socket buffers. */
const LARGE = Buffer.alloc(32 * 1024 * 1024, ':');
let server: Server;

beforeEach(async () => {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Opens a stream whose client reads only when asked. */
async function openStream(): Promise<{
  stream: EventStream;
  sent: ServerResponse;
  received: IncomingMessage;
}> {
  const request = get({ port: (server.address() as AddressInfo).port, agent: false });
  request.on('error', () => undefined);
  const [, sent] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
  const stream = new EventStream(sent);
  stream.open();
  const [received] = (await once(request, 'response')) as [IncomingMessage];
  received.on('error', () => undefined);
  return { stream, sent, received };
}

describe('a stream whose client does not read', () => {
  it.each([
    ['comment', (stream: EventStream) => stream.ping()],
    ['event', (stream: EventStream) => stream.end({ kind: 'signedOut' })],
    ['shutdown', (stream: EventStream) => stream.endForRetry()],
  ])('is closed at the next %s', async (_name, write) => {
    const { stream, sent } = await openStream();
    sent.write(LARGE);
    expect(sent.destroyed).toBe(false);
    write(stream);
    await until(() => sent.destroyed, { what: 'the stream to be closed' });
  });

  it('stays open once it has read', async () => {
    const { stream, sent, received } = await openStream();
    sent.write(LARGE);
    received.resume();
    await until(() => sent.writableLength === 0, { what: 'the client to read' });
    stream.ping();
    expect(sent.destroyed).toBe(false);
  });
});

it('sends nothing after its end', async () => {
  const { stream, received } = await openStream();
  stream.end({ kind: 'ended', reason: 'blocked' });
  stream.endForRetry();
  stream.ping();
  let text = '';
  received.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  await once(received, 'end');
  expect(text).toBe(': open\n\ndata: {"kind":"ended","reason":"blocked"}\n\n');
});
