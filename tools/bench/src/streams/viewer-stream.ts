import { once } from 'node:events';
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import type { VisitorClient } from '../entry/visitor-client.js';

/** Limit for the headers of a stream, in milliseconds. */
const OPEN_MS = 60_000;

interface StreamTarget {
  /** URL of a gateway or of a proxy in front of it. */
  readonly url: string;
  readonly trailerId: string;
  /** Address of this machine to connect from. A proxy reports it to the gateway as the visitor's. */
  readonly localAddress?: string;
}

/** An open event stream of a visitor. */
export class ViewerStream {
  /** Resolves with the `performance.now()` at which the access was reported as ended. */
  private readonly ended: Promise<number>;

  private constructor(
    private readonly request: ClientRequest,
    response: IncomingMessage,
  ) {
    this.ended = new Promise<number>((resolve) => {
      response.setEncoding('utf8').on('data', (text: string) => {
        if (text.includes('"kind":"ended"')) resolve(performance.now());
      });
    });
    // Closing a stream resets its connection.
    response.on('error', () => undefined);
    request.on('error', () => undefined);
  }

  /** @throws Error unless the stream is opened in time */
  static async open(visitor: VisitorClient, target: StreamTarget): Promise<ViewerStream> {
    const { url, trailerId, localAddress } = target;
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const request = get(`${url}/api/events?trailerId=${trailerId}`, {
      agent: false,
      headers: { cookie, 'x-forwarded-for': visitor.ip },
      ...(localAddress === undefined ? {} : { localAddress }),
    });
    const [response] = (await once(request, 'response', {
      signal: AbortSignal.timeout(OPEN_MS),
    })) as [IncomingMessage];
    if (response.statusCode === 200) return new ViewerStream(request, response);
    request.destroy();
    throw new Error(`a stream was refused with ${response.statusCode}`);
  }

  /**
   * Returns the milliseconds from `startedAt` (`performance.now()`) until the end of the access was reported; Infinity
   * if that took longer than `deadlineMs` from now, which misses any goal.
   */
  async endedAfter(startedAt: number, deadlineMs: number): Promise<number> {
    let timer: NodeJS.Timeout | undefined;
    const deadline = new Promise<number>((resolve) => {
      timer = setTimeout(() => resolve(Number.POSITIVE_INFINITY), deadlineMs);
    });
    const endedAt = await Promise.race([this.ended, deadline]);
    clearTimeout(timer);
    return endedAt - startedAt;
  }

  close(): void {
    this.request.destroy();
  }
}
