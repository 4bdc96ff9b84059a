import { Agent, type IncomingMessage, request } from 'node:http';
import type { Counters } from './tally.js';

/** Limit for a whole response, in milliseconds. */
const DEADLINE_MS = 20_000;

export interface Answer {
  status: number;
  location: string | undefined;
  cookies: readonly string[];
  /** Milliseconds until the response headers. */
  headMs: number;
  bytes: number;
  /** Empty unless `keep` was set. */
  body: Buffer;
}

export interface Asking {
  method?: string;
  /** Sent as JSON. */
  json?: unknown;
  cookie?: string;
  /** Accepted content codings (RFC 9110, 12.5.3). */
  encodings?: string;
  /** Keeps the body, which is otherwise only counted. */
  keep?: boolean;
}

/** Connections of one browser: kept alive, at most six to one server. */
export class HttpVisitor {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 6 });

  constructor(private readonly counters: Counters) {}

  /** Sends a request. Repeats it once if a connection was closed just as it was used again. */
  async ask(url: string, asking: Asking = {}): Promise<Answer> {
    try {
      return await this.once(url, asking);
    } catch (error) {
      if (!(error as { staleConnection?: boolean }).staleConnection) throw error;
      this.counters.reconnect();
      return await this.once(url, asking);
    }
  }

  close(): void {
    this.agent.destroy();
  }

  private once(
    url: string,
    { method = 'GET', json, cookie, encodings, keep = false }: Asking,
  ): Promise<Answer> {
    const content = json === undefined ? undefined : JSON.stringify(json);
    const headers = {
      ...(cookie === undefined ? {} : { cookie }),
      ...(encodings === undefined ? {} : { 'accept-encoding': encodings }),
      ...(content === undefined ? {} : { 'content-type': 'application/json' }),
    };
    return new Promise((resolve, reject) => {
      const began = performance.now();
      const asked = request(url, { agent: this.agent, method, headers }, (answer) => {
        const headMs = performance.now() - began;
        receive(answer, keep).then(({ bytes, body }) => {
          clearTimeout(deadline);
          const { location, 'set-cookie': cookies = [] } = answer.headers;
          resolve({ status: answer.statusCode ?? 0, location, cookies, headMs, bytes, body });
        }, fail);
      });
      const deadline = setTimeout(() => asked.destroy(new Error('no answer in time')), DEADLINE_MS);
      const fail = (error: Error & { code?: string }) => {
        clearTimeout(deadline);
        const staleConnection = asked.reusedSocket && error.code === 'ECONNRESET';
        reject(Object.assign(error, { staleConnection }));
      };
      asked.on('error', fail);
      asked.end(content);
    });
  }
}

function receive(answer: IncomingMessage, keep: boolean): Promise<{ bytes: number; body: Buffer }> {
  return new Promise((resolve, reject) => {
    let bytes = 0;
    const kept: Buffer[] = [];
    answer.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (keep) kept.push(chunk);
    });
    answer.on('end', () => resolve({ bytes, body: Buffer.concat(kept) }));
    answer.on('error', reject);
  });
}
