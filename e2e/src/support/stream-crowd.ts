import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type StreamEvent, streamEvent, streamLimits } from '@secure-preview/contracts';
import { type Client, enterAsViewer } from './client.js';

/** Visitors who enter at once. */
const AT_ONCE = 10;
/** Addresses of the visitors: two offices, each below the limit of the proxy for one address. */
const ADDRESSES = ['127.0.4.1', '127.0.4.2'];

/** How a stream ended, other than by an event about the access of its visitor. */
export interface StreamClose {
  readonly stream: ViewerStream;
  /** Milliseconds until the page is to reconnect, as the gateway said; undefined if the connection broke. */
  readonly retryMs: number | undefined;
}

/** The event stream of a visitor, who reconnects as the page does. */
export class ViewerStream {
  /** Whether a stream is open now. */
  isOpen = false;
  /** Event after which the stream is not opened again. */
  ended: StreamEvent | undefined;
  private readonly stopped = new AbortController();
  private readonly following: Promise<void>;

  constructor(
    readonly name: string,
    private readonly client: Client,
    private readonly trailerId: string,
    private readonly localAddress: string,
    private readonly crowd: Pick<StreamCrowd, 'closes' | 'refusals'>,
  ) {
    this.following = this.follow();
  }

  async stop(): Promise<void> {
    this.stopped.abort();
    await this.following;
  }

  private async follow(): Promise<void> {
    const { signal } = this.stopped;
    let failures = 0;
    while (!signal.aborted && !this.ended) {
      let retryMs: number | undefined;
      try {
        retryMs = await this.read();
        failures = 0;
      } catch {
        failures += 1;
      }
      if (this.ended) return;
      await pause(retryMs ?? backOffMs(failures), undefined, { signal }).catch(() => undefined);
    }
  }

  /** Reads a stream until it ends. @throws Error for a refused stream, or without a connection */
  private async read(): Promise<number | undefined> {
    const { base, cookies } = this.client;
    const { signal } = this.stopped;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const address = `${base}/api/events?trailerId=${this.trailerId}`;
    const { localAddress } = this;
    const request = get(address, { agent: false, localAddress, headers: { cookie }, signal });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    if (response.statusCode !== 200) {
      this.crowd.refusals.push(response.statusCode ?? 0);
      request.destroy();
      throw new Error('the stream was refused');
    }
    this.isOpen = true;
    const text = await textOf(response);
    this.isOpen = false;
    const events = [...text.matchAll(/^data: (.*)\n\n/gm)].map(([, data = '']) =>
      streamEvent.parse(JSON.parse(data)),
    );
    this.ended = events.find(({ kind }) => kind === 'ended' || kind === 'signedOut');
    const retry = /^retry: (\d+)\n\n/m.exec(text)?.[1];
    const retryMs = retry === undefined ? undefined : Number(retry);
    if (!signal.aborted && !this.ended) this.crowd.closes.push({ stream: this, retryMs });
    return retryMs;
  }
}

/** Returns the text that arrives before a response ends or breaks. */
async function textOf(response: IncomingMessage): Promise<string> {
  let text = '';
  response.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  response.on('error', () => undefined);
  await new Promise((resolve) => response.once('close', resolve));
  return text;
}

/** Returns the delay after failures, as in the page (docs/product.md#event-streams). */
function backOffMs(failures: number): number {
  const { min, max } = streamLimits.retryMs;
  const firstMs = min + Math.random() * (max - min);
  return Math.min(streamLimits.maxRetryMs, firstMs * 2 ** Math.max(0, failures - 1));
}

/** Many visitors with open event streams. */
export class StreamCrowd {
  readonly streams: ViewerStream[] = [];
  /** Streams that were closed, in this order. */
  readonly closes: StreamClose[] = [];
  /** Statuses of streams that could not be opened. */
  readonly refusals: number[] = [];

  /** Lets visitors enter, each with a stream. */
  static async enter(base: string, trailerId: string, count: number): Promise<StreamCrowd> {
    const crowd = new StreamCrowd();
    const enterOne = async (_: unknown, index: number) => {
      const name = `Viewer ${randomUUID()}`;
      const address = ADDRESSES[index % ADDRESSES.length] ?? '';
      const client = await enterAsViewer(base, name);
      crowd.streams.push(new ViewerStream(name, client, trailerId, address, crowd));
    };
    while (crowd.streams.length < count)
      await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - crowd.streams.length) }, enterOne));
    return crowd;
  }

  /** Number of streams that are open now. */
  get open(): number {
    return this.streams.filter(({ isOpen }) => isOpen).length;
  }

  async leave(): Promise<void> {
    await Promise.all(this.streams.map((stream) => stream.stop()));
  }
}
