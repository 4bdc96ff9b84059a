import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import type { VisitorClient } from '../entry/visitor-client.js';

/** An open event stream of a visitor. */
export class ViewerStream {
  private constructor(
    private readonly request: ClientRequest,
    /** Resolves with the `performance.now()` at which the access was reported as ended. */
    readonly endedAt: Promise<number>,
  ) {}

  /** @throws Error unless the gateway opens the stream */
  static async open(gateway: string, visitor: VisitorClient): Promise<ViewerStream> {
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const request = get(`${gateway}/api/events?trailerId=${randomUUID()}`, {
      agent: false,
      headers: { cookie, 'x-forwarded-for': visitor.ip },
    });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    if (response.statusCode !== 200) throw new Error(`a stream was refused with ${response.statusCode}`);
    const endedAt = new Promise<number>((resolve) => {
      response.setEncoding('utf8').on('data', (text: string) => {
        if (text.includes('"kind":"ended"')) resolve(performance.now());
      });
    });
    // Closing a stream resets its connection.
    response.on('error', () => undefined);
    request.on('error', () => undefined);
    return new ViewerStream(request, endedAt);
  }

  close(): void {
    this.request.destroy();
  }
}
