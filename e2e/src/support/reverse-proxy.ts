import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface ProxiedAnswer {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer | string;
}

/** Mistakes of a proxy. */
export interface ProxyMistakes {
  /** Returns headers that replace or extend the headers of the proxy. */
  forward?(received: IncomingHttpHeaders): OutgoingHttpHeaders;
  /** Answers instead of the portal. */
  answer?(path: string): ProxiedAnswer | undefined;
  /** Changes an answer of the portal. */
  change?(path: string, answer: ProxiedAnswer): ProxiedAnswer;
}

export interface ReverseProxy {
  readonly url: string;
  stop(): void;
}

/** Starts a proxy like the deployed one, with mistakes. It reports one address for all clients. */
export async function startReverseProxy(
  target: string,
  clientAddress: string,
  { forward, answer, change }: ProxyMistakes = {},
): Promise<ReverseProxy> {
  const pass = async (method: string, path: string, headers: OutgoingHttpHeaders, body: Buffer) => {
    const outgoing = request(new URL(path, target), { method, headers });
    outgoing.end(body);
    const [received] = await once(outgoing, 'response');
    const { statusCode: status, headers: responseHeaders } = received;
    return { status, headers: responseHeaders, body: await buffer(received) };
  };
  const server = createServer(async (received, response) => {
    const { method = 'GET', url: path = '/' } = received;
    try {
      const body = await buffer(received);
      const { forwarded: _, ...forwardedHeaders } = received.headers;
      const proxyHeaders = {
        'x-forwarded-for': clientAddress,
        'x-forwarded-proto': 'http',
        'x-forwarded-host': received.headers.host,
      };
      const headers = { ...forwardedHeaders, ...proxyHeaders, ...forward?.(received.headers) };
      const original = answer?.(path) ?? (await pass(method, path, headers, body));
      const sent = change?.(path, original) ?? original;
      response.writeHead(sent.status, sent.headers).end(sent.body);
    } catch {
      response.destroy();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
