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
  /** Headers that are sent in addition, or in place of those of the proxy. */
  forward?(received: IncomingHttpHeaders): OutgoingHttpHeaders;
  /** Answers in place of the portal. */
  answer?(path: string): ProxiedAnswer | undefined;
  /** Changes an answer of the portal. */
  change?(path: string, answer: ProxiedAnswer): ProxiedAnswer;
}

export interface ReverseProxy {
  readonly url: string;
  stop(): void;
}

/** Starts a proxy that reports all clients under one address, as the deployed one does, apart from mistakes. */
export async function startReverseProxy(
  target: string,
  clientAddress: string,
  { forward, answer, change }: ProxyMistakes = {},
): Promise<ReverseProxy> {
  const pass = async (method: string, path: string, headers: OutgoingHttpHeaders, body: Buffer) => {
    const asked = request(new URL(path, target), { method, headers });
    asked.end(body);
    const [received] = await once(asked, 'response');
    const { statusCode: status, headers: answered } = received;
    return { status, headers: answered, body: await buffer(received) };
  };
  const server = createServer(async (received, response) => {
    const { method = 'GET', url: path = '/' } = received;
    try {
      const body = await buffer(received);
      const { forwarded: _, ...passed } = received.headers;
      const own = {
        'x-forwarded-for': clientAddress,
        'x-forwarded-proto': 'http',
        'x-forwarded-host': received.headers.host,
      };
      const headers = { ...passed, ...own, ...forward?.(received.headers) };
      const answered = answer?.(path) ?? (await pass(method, path, headers, body));
      const sent = change?.(path, answered) ?? answered;
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
