import { Agent, type IncomingMessage, request } from 'node:http';
import type { Counters } from './tally.js';

/** Limit for a whole response, in milliseconds. */
const DEADLINE_MS = 20_000;

export interface VisitorResponse {
  status: number;
  location: string | undefined;
  cookies: readonly string[];
  /** Milliseconds until the response headers. */
  headMs: number;
  bytes: number;
  /** Empty unless `keep` was set. */
  body: Buffer;
}

export interface RequestOptions {
  method?: string;
  /** Sent as JSON. */
  json?: unknown;
  cookie?: string;
  /** Accepted content codings (RFC 9110, 12.5.3). */
  encodings?: string;
  /** Returns the body, which is otherwise only counted. */
  keep?: boolean;
}

/** HTTP client with the connections of a browser: kept alive, at most six per server. */
export class HttpVisitor {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 6 });

  constructor(private readonly counters: Counters) {}

  /**
   * Sends a request. Repeats it once on a new connection if the server closed a reused one. The other idle
   * connections may be closed as well.
   */
  async send(url: string, options: RequestOptions = {}): Promise<VisitorResponse> {
    try {
      return await this.once(url, options, this.agent);
    } catch (error) {
      if (!(error as { staleConnection?: boolean }).staleConnection) throw error;
      this.counters.reconnect();
      return await this.once(url, options, false);
    }
  }

  close(): void {
    this.agent.destroy();
  }

  private once(
    url: string,
    { method = 'GET', json, cookie, encodings, keep = false }: RequestOptions,
    agent: Agent | false,
  ): Promise<VisitorResponse> {
    const content = json === undefined ? undefined : JSON.stringify(json);
    const headers = {
      ...(cookie === undefined ? {} : { cookie }),
      ...(encodings === undefined ? {} : { 'accept-encoding': encodings }),
      ...(content === undefined ? {} : { 'content-type': 'application/json' }),
    };
    return new Promise((resolve, reject) => {
      const startedAt = performance.now();
      const outgoing = request(url, { agent, method, headers }, (response) => {
        const headMs = performance.now() - startedAt;
        receive(response, keep).then(({ bytes, body }) => {
          clearTimeout(deadline);
          const { location, 'set-cookie': cookies = [] } = response.headers;
          resolve({ status: response.statusCode ?? 0, location, cookies, headMs, bytes, body });
        }, fail);
      });
      const deadline = setTimeout(() => outgoing.destroy(new Error('no response in time')), DEADLINE_MS);
      const fail = (error: Error & { code?: string }) => {
        clearTimeout(deadline);
        const staleConnection = outgoing.reusedSocket && error.code === 'ECONNRESET';
        reject(Object.assign(error, { staleConnection }));
      };
      outgoing.on('error', fail);
      outgoing.end(content);
    });
  }
}

function receive(response: IncomingMessage, keep: boolean): Promise<{ bytes: number; body: Buffer }> {
  return new Promise((resolve, reject) => {
    let bytes = 0;
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (keep) chunks.push(chunk);
    });
    response.on('end', () => resolve({ bytes, body: Buffer.concat(chunks) }));
    response.on('error', reject);
  });
}
