import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** One request of a load. */
export interface LoadRequest {
  /** Label by which outcomes are grouped. */
  kind: string;
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
  /** Expected status, if it is neither 2xx nor 3xx. */
  expectedStatus?: number;
}

export interface Outcome {
  kind: string;
  /** HTTP status; 0 when the connection broke. */
  status: number;
  /** Whether the response has the expected status. */
  succeeded: boolean;
  /** Milliseconds from the time at which the request was due to the end of its response. */
  ms: number;
  /** End of the request, by `performance.now()`. */
  at: number;
  retryAfter: string | undefined;
}

/** Milliseconds without data after which a request fails; longer than any timeout of the portal. */
const IDLE_TIMEOUT_MS = 60_000;

/** Sends requests to one server and records their outcomes. */
export class HttpLoad {
  private readonly agent = new Agent({ keepAlive: true });
  private sent = 0;

  /**
   * @param next returns the next request
   * @param from local addresses to send from, one after the other, each with its own connections
   */
  constructor(
    private readonly url: string,
    private readonly next: () => LoadRequest,
    private readonly from: readonly string[] = [],
  ) {}

  /** Keeps `lanes` requests in progress, to measure the maximum throughput. */
  async closed(lanes: number, seconds: number): Promise<Outcome[]> {
    const end = performance.now() + seconds * 1000;
    const outcomes: Outcome[] = [];
    const lane = async () => {
      while (performance.now() < end) outcomes.push(await this.send());
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    return outcomes;
  }

  /** Sends `perSecond` requests a second without waiting for responses, as visitors do. */
  async open(perSecond: number, seconds: number): Promise<Outcome[]> {
    const sent: Promise<Outcome>[] = [];
    const began = performance.now();
    for (let passed = 0; passed < seconds * 1000; passed = performance.now() - began) {
      while (sent.length < (passed * perSecond) / 1000)
        sent.push(this.send(began + (sent.length * 1000) / perSecond));
      await delay(5);
    }
    return Promise.all(sent);
  }

  /** Sends one request. @param due by `performance.now()` */
  send(due = performance.now()): Promise<Outcome> {
    const { kind, method, path, headers = {}, body, expectedStatus } = this.next();
    const localAddress = this.from[this.sent % this.from.length];
    this.sent += 1;
    return new Promise((resolve) => {
      const end = (status: number, answer?: IncomingMessage) => {
        const at = performance.now();
        const succeeded =
          expectedStatus === undefined ? status >= 200 && status < 400 : status === expectedStatus;
        resolve({ kind, status, succeeded, ms: at - due, at, retryAfter: answer?.headers['retry-after'] });
      };
      const type = body === undefined ? {} : { 'content-type': 'application/json' };
      const allHeaders = { ...headers, ...type, 'content-length': Buffer.byteLength(body ?? '') };
      const sent = request(new URL(path, this.url), {
        method,
        headers: allHeaders,
        agent: this.agent,
        ...(localAddress === undefined ? {} : { localAddress }),
      });
      sent
        .setTimeout(IDLE_TIMEOUT_MS, () => sent.destroy())
        .once('response', (answer) => {
          answer
            .resume()
            .once('end', () => end(answer.statusCode ?? 0, answer))
            .once('error', () => end(0));
        })
        .once('error', () => end(0))
        .end(body);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}
