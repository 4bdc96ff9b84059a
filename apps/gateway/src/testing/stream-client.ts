import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { type StreamEvent, streamEvent } from '@secure-preview/contracts';
import { until } from '@secure-preview/testing';

/** Event stream as a page receives it. */
export class StreamClient {
  private text = '';

  private constructor(
    private readonly request: ClientRequest,
    readonly response: IncomingMessage,
  ) {
    response.setEncoding('utf8').on('data', (text: string) => {
      this.text += text;
    });
    response.on('error', () => undefined);
  }

  /** Sends the request, and resolves with its status. */
  static async open(
    url: string,
    cookie: string,
    headers: Record<string, string> = {},
    trailerId: string = randomUUID(),
  ): Promise<StreamClient> {
    const request = get(`${url}/api/events?trailerId=${trailerId}`, {
      headers: { cookie, ...headers },
      agent: false,
    });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return new StreamClient(request, response);
  }

  get status(): number | undefined {
    return this.response.statusCode;
  }

  get isOpen(): boolean {
    return !this.response.complete && !this.response.destroyed;
  }

  /** Comments received, the first of which opens the stream. */
  get comments(): number {
    return this.text.split('\n').filter((line) => line.startsWith(':')).length;
  }

  /** Milliseconds until the page is to reconnect, as the gateway said when it closed the stream. */
  get retryMs(): number {
    return Number(/^retry: (\d+)$/m.exec(this.text)?.[1]);
  }

  /** Resolves with the last event of the stream. */
  async event(deadlineMs = 1000): Promise<StreamEvent> {
    await until(() => !this.isOpen, { what: 'the end of a stream', deadlineMs });
    return streamEvent.parse(this.events.at(-1));
  }

  /** Events received. */
  get events(): StreamEvent[] {
    return [...this.text.matchAll(/^data: (.*)\n\n/gm)].map(([, data]) => JSON.parse(data ?? ''));
  }

  /** Resolves once the stream has received another comment. */
  async comment(): Promise<void> {
    const before = this.comments;
    await until(() => this.comments > before, { what: 'a comment' });
  }

  close(): void {
    this.request.destroy();
  }
}
