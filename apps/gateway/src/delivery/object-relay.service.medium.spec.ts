import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError } from '@secure-preview/contracts';
import { until } from '@secure-preview/testing';
import express from 'express';
import { RequestContext } from '../http/request-context.js';
import { ObjectRelayService, type Sent } from './object-relay.service.js';

/** The relay with shorter timeouts. */
class HastyRelay extends ObjectRelayService {
  protected override readonly timeouts = { answer: 600, store: 600, browser: 1800 };
}

const OBJECT = Buffer.from(Array.from({ length: 1000 }, (_, n) => n % 251));
/** More than the socket buffers on the way hold, so that a client that does not read stops the transfer. */
const LARGE = 64 * 1024 * 1024;
const relay = new HastyRelay();
let store: Server;
let portal: Server;
let asked: IncomingMessage[];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let failures: unknown[];
let sent: Sent[];
/** Call of the response at which the browser closes its connection; undefined for none. */
let hangsUpAt: 'write' | 'end' | undefined;

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
let storeUrl: string;
let url: string;

beforeAll(async () => {
  store = createServer((incoming, outgoing) => {
    asked.push(incoming);
    answer(incoming, outgoing);
  });
  storeUrl = await listen(store);
  const app = express().get('/segment', (incoming, outgoing, next) => {
    if (hangsUpAt) outgoing[hangsUpAt] = () => outgoing.destroy() as never;
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
  asked = [];
  failures = [];
  sent = [];
  hangsUpAt = undefined;
});

/** Answers ranges as an object store does. */
const asStored: typeof answer = (incoming, outgoing) => {
  outgoing.setHeader('ETag', '"e1"');
  outgoing.setHeader('Content-Type', 'video/iso.segment');
  outgoing.setHeader('x-amz-request-id', 'inside');
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
    answer = asStored;
  });

  it('is relayed with its type, length and ETag, and no other header of the store', async () => {
    const got = await fetch(url);
    expect(got.status).toBe(200);
    expect(Buffer.from(await got.arrayBuffer())).toEqual(OBJECT);
    expect(
      [...got.headers.keys()].filter((name) => !/^(connection|date|keep-alive|x-powered-by)$/.test(name)),
    ).toEqual(['content-length', 'content-type', 'etag']);
    expect(asked[0]?.url).toBe('/object?X-Amz-Signature=abc');
    expect(asked[0]?.headers['cookie']).toBeUndefined();
  });

  it.each([
    [{ range: 'bytes=10-19' }, 206, 'bytes 10-19/1000', 10, 'part'],
    [{ range: 'bytes=990-' }, 206, 'bytes 990-999/1000', 10, 'part'],
    [{ range: 'bytes=0-999' }, 206, 'bytes 0-999/1000', 1000, 'whole'],
    [{ range: 'bytes=10-19', 'if-range': '"e1"' }, 206, 'bytes 10-19/1000', 10, 'part'],
    [{ range: 'bytes=10-19', 'if-range': '"changed"' }, 200, null, 1000, 'whole'],
    [{ range: 'bytes=1000-' }, 416, 'bytes */1000', 0, 'nothing'],
  ])('is relayed in the requested range, %j', async (headers, status, contentRange, bytes, amount) => {
    const got = await fetch(url, { headers: headers as unknown as Record<string, string> });
    expect([got.status, got.headers.get('content-range')]).toEqual([status, contentRange]);
    const body = Buffer.from(await got.arrayBuffer());
    await until(() => sent.length > 0);
    expect(sent).toEqual([amount]);
    expect(body).toHaveLength(bytes);
    if (status === 416) expect([...got.headers].join()).not.toMatch(/xml|etag/i);
    if (status === 206)
      expect(body).toEqual(
        OBJECT.subarray(Number(/\d+/.exec(contentRange ?? '')), undefined).subarray(0, bytes),
      );
  });

  it('is requested over a reused connection', async () => {
    for (let n = 0; n < 3; n += 1) await (await fetch(url)).arrayBuffer();
    expect(new Set(asked.map(({ socket }) => socket.remotePort)).size).toBe(1);
  });
});

it('retries when the store closes a reused connection', async () => {
  answer = asStored;
  await (await fetch(url)).arrayBuffer();
  const kept = asked[0]?.socket;
  answer = (incoming, outgoing) => {
    if (incoming.socket === kept) kept?.resetAndDestroy();
    else asStored(incoming, outgoing);
  };
  const got = await fetch(url);
  expect([got.status, asked.length]).toEqual([200, 3]);
  await got.arrayBuffer();
});

describe('when the store fails', () => {
  it.each([
    [404, 404],
    [403, 503],
    [500, 503],
    [301, 503],
  ])('answers its status %i with %i', async (status, reported) => {
    answer = (_incoming, outgoing) =>
      outgoing.writeHead(status, { location: 'http://elsewhere.example/' }).end('<xml>');
    const got = await fetch(url);
    expect([got.status, await got.text()]).toEqual([reported, '']);
  });

  it('answers 503 when the store does not respond in time', async () => {
    answer = () => undefined;
    expect((await fetch(url)).status).toBe(503);
    expect(failures).toMatchObject([{ code: 'SERVICE_UNAVAILABLE' }]);
  });

  it.each([
    ['falls silent', () => undefined],
    ['breaks off', (outgoing: ServerResponse) => void outgoing.destroy()],
  ])('aborts the response when the store %s in the middle', async (_how, then) => {
    answer = (_incoming, outgoing) => {
      outgoing.writeHead(200, { 'content-length': 1000 });
      outgoing.write(OBJECT.subarray(0, 500), () => then(outgoing));
    };
    const got = await fetch(url);
    expect(got.status).toBe(200);
    await expect(got.arrayBuffer()).rejects.toThrow();
    expect(failures).toMatchObject([{ code: 'SERVICE_UNAVAILABLE' }]);
  });
});

describe('a slow or leaving browser', () => {
  const send = (outgoing: ServerResponse) => {
    const chunk = Buffer.alloc(64 * 1024);
    let left = LARGE;
    const more = () => {
      while (left > 0) {
        left -= chunk.length;
        if (!outgoing.write(chunk)) return void outgoing.once('drain', more);
      }
      outgoing.end();
    };
    outgoing.setHeader('Content-Length', LARGE);
    more();
  };

  it.each(['before the answer', 'in the middle'])(
    'ends the request to the store without an error when it leaves %s',
    async (when) => {
      let given: ServerResponse | undefined;
      answer = (_incoming, outgoing) => {
        given = outgoing;
        if (when === 'in the middle') send(outgoing);
      };
      const leaving = new AbortController();
      const got = fetch(url, { signal: leaving.signal }).catch(() => undefined);
      await until(() => given !== undefined);
      if (when === 'in the middle') await got;
      leaving.abort();
      await until(() => given?.destroyed === true, { what: 'the request to the store to end' });
      await got;
      await until(() => sent.length > 0);
      expect(sent).toEqual([when === 'in the middle' ? 'part' : 'nothing']);
      expect(failures).toEqual([]);
    },
  );

  it.each([
    ['whole', 'after the last byte', 'end'],
    ['part', 'before it', 'write'],
  ] as const)('is recorded with the amount “%s” if it hangs up %s', async (amount, _when, call) => {
    answer = (_incoming, outgoing) => {
      outgoing.setHeader('Content-Length', OBJECT.length);
      if (call === 'end') outgoing.end(OBJECT);
      else outgoing.write(OBJECT.subarray(0, 10));
    };
    hangsUpAt = call;
    await fetch(url).catch(() => undefined);
    await until(() => sent.length > 0);
    expect(sent).toEqual([amount]);
    expect(failures).toEqual([]);
  });

  it('gets more time than the store, but not for ever', async () => {
    let given: ServerResponse | undefined;
    answer = (_incoming, outgoing) => {
      given = outgoing;
      send(outgoing);
    };
    const began = performance.now();
    const reader = request(url, (response) => response.pause().on('error', () => undefined)).on(
      'error',
      () => undefined,
    );
    reader.end();
    await until(() => given !== undefined);
    await until(() => given?.destroyed === true, { what: 'the slow browser to be given up' });
    expect(performance.now() - began).toBeGreaterThan(1650);
    expect(failures).toEqual([]);
    reader.destroy();
  });

  it('receives the whole object if it reads slowly', async () => {
    answer = (_incoming, outgoing) => send(outgoing);
    const got = await fetch(url);
    let bytes = 0;
    let pauses = 0;
    for await (const chunk of got.body as unknown as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      if (pauses < 3 && bytes > (pauses + 1) * 4 * 1024 * 1024) {
        pauses += 1;
        await new Promise((resolve) => setTimeout(resolve, 900));
      }
    }
    expect([bytes, pauses]).toEqual([LARGE, 3]);
  });
});
