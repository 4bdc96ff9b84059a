import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError } from '@secure-preview/contracts';
import { until } from '@secure-preview/testing';
import express from 'express';
import { RequestContext } from '../http/request-context.js';
import { ObjectRelayService, type SentAmount } from './object-relay.service.js';

/** The relay with shorter timeouts. */
class ShortTimeoutRelay extends ObjectRelayService {
  protected override readonly timeouts = { response: 600, store: 600, browser: 1800 };
}

const OBJECT = Buffer.from(Array.from({ length: 1000 }, (_, n) => n % 251));
/** Bytes. More than fit into socket buffers, so a client that does not read stops the transfer. */
const LARGE = 64 * 1024 * 1024;
const relay = new ShortTimeoutRelay();
let store: Server;
let portal: Server;
let storeRequests: IncomingMessage[];
let handleStoreRequest: (request: IncomingMessage, response: ServerResponse) => void;
let failures: unknown[];
let sent: SentAmount[];
/** Response method whose call makes the browser disconnect; undefined for none. */
let disconnectsAt: 'write' | 'end' | undefined;

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
let storeUrl: string;
let url: string;

beforeAll(async () => {
  store = createServer((incoming, outgoing) => {
    storeRequests.push(incoming);
    handleStoreRequest(incoming, outgoing);
  });
  storeUrl = await listen(store);
  const app = express().get('/segment', (incoming, outgoing, next) => {
    if (disconnectsAt) outgoing[disconnectsAt] = () => outgoing.destroy() as never;
    relay
      .send(`${storeUrl}/object?X-Amz-Signature=abc`, new RequestContext(incoming, outgoing))
      .then((amount) => sent.push(amount), next);
  });
  app.use(((error, _request, response, _next) => {
    failures.push(error);
    if (response.headersSent) response.destroy();
    else response.status(error instanceof AppError ? error.statusCode : 500).end();
  }) as express.ErrorRequestHandler);
  portal = createServer(app);
  url = `${await listen(portal)}/segment`;
});
afterAll(() => {
  relay.onApplicationShutdown();
  for (const server of [portal, store]) {
    server.closeAllConnections();
    server.close();
  }
});
beforeEach(() => {
  storeRequests = [];
  failures = [];
  sent = [];
  disconnectsAt = undefined;
});

/** Serves the object and its ranges, like an object store. */
const serveObject: typeof handleStoreRequest = (incoming, outgoing) => {
  outgoing.setHeader('ETag', '"e1"');
  outgoing.setHeader('Content-Type', 'video/iso.segment');
  outgoing.setHeader('x-amz-request-id', 'internal');
  const range = /^bytes=(\d+)-(\d*)$/.exec(incoming.headers.range ?? '');
  const applies = range && (incoming.headers['if-range'] ?? '"e1"') === '"e1"';
  if (!applies) return void outgoing.setHeader('Content-Length', OBJECT.length).end(OBJECT);
  const from = Number(range[1]);
  if (from >= OBJECT.length) {
    const headers = { 'content-type': 'application/xml', 'content-range': `bytes */${OBJECT.length}` };
    outgoing.writeHead(416, headers).end('<Error><Code>InvalidRange</Code></Error>');
    return;
  }
  const to = range[2] ? Number(range[2]) : OBJECT.length - 1;
  const part = OBJECT.subarray(from, to + 1);
  outgoing.setHeader('Content-Range', `bytes ${from}-${to}/${OBJECT.length}`);
  outgoing.writeHead(206, { 'content-length': part.length }).end(part);
};

describe('an object of the store', () => {
  beforeEach(() => {
    handleStoreRequest = serveObject;
  });

  it('is relayed with its type, length and ETag, and with no other header of the store', async () => {
    const received = await fetch(url);
    expect(received.status).toBe(200);
    expect(Buffer.from(await received.arrayBuffer())).toEqual(OBJECT);
    expect(
      [...received.headers.keys()].filter(
        (name) => !/^(connection|date|keep-alive|x-powered-by)$/.test(name),
      ),
    ).toEqual(['content-length', 'content-type', 'etag']);
    expect(storeRequests[0]?.url).toBe('/object?X-Amz-Signature=abc');
    expect(storeRequests[0]?.headers['cookie']).toBeUndefined();
  });

  it.each([
    [{ range: 'bytes=10-19' }, 206, 'bytes 10-19/1000', 10, 'part'],
    [{ range: 'bytes=990-' }, 206, 'bytes 990-999/1000', 10, 'part'],
    [{ range: 'bytes=0-999' }, 206, 'bytes 0-999/1000', 1000, 'whole'],
    [{ range: 'bytes=10-19', 'if-range': '"e1"' }, 206, 'bytes 10-19/1000', 10, 'part'],
    [{ range: 'bytes=10-19', 'if-range': '"changed"' }, 200, null, 1000, 'whole'],
    [{ range: 'bytes=1000-' }, 416, 'bytes */1000', 0, 'nothing'],
  ])(
    'is relayed in the requested range for the headers %j',
    async (headers, status, contentRange, bytes, amount) => {
      const received = await fetch(url, { headers: headers as unknown as Record<string, string> });
      expect([received.status, received.headers.get('content-range')]).toEqual([status, contentRange]);
      const body = Buffer.from(await received.arrayBuffer());
      await until(() => sent.length > 0);
      expect(sent).toEqual([amount]);
      expect(body).toHaveLength(bytes);
      if (status === 416) expect([...received.headers].join()).not.toMatch(/xml|etag/i);
      if (status === 206)
        expect(body).toEqual(
          OBJECT.subarray(Number(/\d+/.exec(contentRange ?? '')), undefined).subarray(0, bytes),
        );
    },
  );

  it('is requested over a reused connection', async () => {
    for (let n = 0; n < 3; n += 1) await (await fetch(url)).arrayBuffer();
    expect(new Set(storeRequests.map(({ socket }) => socket.remotePort)).size).toBe(1);
  });
});

it('retries when the store closes a reused connection', async () => {
  handleStoreRequest = serveObject;
  await (await fetch(url)).arrayBuffer();
  const reusedSocket = storeRequests[0]?.socket;
  handleStoreRequest = (incoming, outgoing) => {
    if (incoming.socket === reusedSocket) reusedSocket?.resetAndDestroy();
    else serveObject(incoming, outgoing);
  };
  const received = await fetch(url);
  expect([received.status, storeRequests.length]).toEqual([200, 3]);
  await received.arrayBuffer();
});

describe('when the store fails', () => {
  it.each([
    [404, 404],
    [403, 503],
    [500, 503],
    [301, 503],
  ])('answers the status %i of the store with %i', async (status, reported) => {
    handleStoreRequest = (_incoming, outgoing) =>
      outgoing.writeHead(status, { location: 'http://elsewhere.example/' }).end('<xml>');
    const received = await fetch(url);
    expect([received.status, await received.text()]).toEqual([reported, '']);
  });

  it('answers 503 when the store does not respond in time', async () => {
    handleStoreRequest = () => undefined;
    expect((await fetch(url)).status).toBe(503);
    expect(failures).toMatchObject([{ code: 'SERVICE_UNAVAILABLE' }]);
  });

  it.each([
    ['stops sending', () => undefined],
    ['disconnects', (outgoing: ServerResponse) => void outgoing.destroy()],
  ])('aborts the response when the store %s during a transfer', async (_failure, fail) => {
    handleStoreRequest = (_incoming, outgoing) => {
      outgoing.writeHead(200, { 'content-length': 1000 });
      outgoing.write(OBJECT.subarray(0, 500), () => fail(outgoing));
    };
    const received = await fetch(url);
    expect(received.status).toBe(200);
    await expect(received.arrayBuffer()).rejects.toThrow();
    expect(failures).toMatchObject([{ code: 'SERVICE_UNAVAILABLE' }]);
  });
});

describe('a browser that is slow or disconnects', () => {
  const send = (outgoing: ServerResponse) => {
    const chunk = Buffer.alloc(64 * 1024);
    let remaining = LARGE;
    const writeMore = () => {
      while (remaining > 0) {
        remaining -= chunk.length;
        if (!outgoing.write(chunk)) return void outgoing.once('drain', writeMore);
      }
      outgoing.end();
    };
    outgoing.setHeader('Content-Length', LARGE);
    writeMore();
  };

  it.each(['before the response', 'during the transfer'])(
    'ends the request to the store without an error when it disconnects %s',
    async (when) => {
      let storeResponse: ServerResponse | undefined;
      handleStoreRequest = (_incoming, outgoing) => {
        storeResponse = outgoing;
        if (when === 'during the transfer') send(outgoing);
      };
      const abortController = new AbortController();
      const received = fetch(url, { signal: abortController.signal }).catch(() => undefined);
      await until(() => storeResponse !== undefined);
      if (when === 'during the transfer') await received;
      abortController.abort();
      await until(() => storeResponse?.destroyed === true, { what: 'the request to the store to end' });
      await received;
      await until(() => sent.length > 0);
      expect(sent).toEqual([when === 'during the transfer' ? 'part' : 'nothing']);
      expect(failures).toEqual([]);
    },
  );

  it.each([
    ['whole', 'after the last byte', 'end'],
    ['part', 'before the last byte', 'write'],
  ] as const)('results in the amount “%s” if it disconnects %s', async (amount, _when, call) => {
    handleStoreRequest = (_incoming, outgoing) => {
      outgoing.setHeader('Content-Length', OBJECT.length);
      if (call === 'end') outgoing.end(OBJECT);
      else outgoing.write(OBJECT.subarray(0, 10));
    };
    disconnectsAt = call;
    await fetch(url).catch(() => undefined);
    await until(() => sent.length > 0);
    expect(sent).toEqual([amount]);
    expect(failures).toEqual([]);
  });

  it('gets a longer timeout than the store', async () => {
    let storeResponse: ServerResponse | undefined;
    handleStoreRequest = (_incoming, outgoing) => {
      storeResponse = outgoing;
      send(outgoing);
    };
    const startedAt = performance.now();
    const reader = request(url, (response) => response.pause().on('error', () => undefined)).on(
      'error',
      () => undefined,
    );
    reader.end();
    await until(() => storeResponse !== undefined);
    await until(() => storeResponse?.destroyed === true, { what: 'the request to the store to end' });
    expect(performance.now() - startedAt).toBeGreaterThan(1650);
    expect(failures).toEqual([]);
    reader.destroy();
  });

  it('receives the whole object if it reads slowly', async () => {
    handleStoreRequest = (_incoming, outgoing) => send(outgoing);
    const received = await fetch(url);
    let bytes = 0;
    let pauses = 0;
    for await (const chunk of received.body as unknown as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      if (pauses < 3 && bytes > (pauses + 1) * 4 * 1024 * 1024) {
        pauses += 1;
        await new Promise((resolve) => setTimeout(resolve, 900));
      }
    }
    expect([bytes, pauses]).toEqual([LARGE, 3]);
  });
});
