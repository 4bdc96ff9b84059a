import { randomInt } from 'node:crypto';
import { ServerResponse } from 'node:http';
import { EVENT_STREAM_TYPE, type StreamEvent, streamLimits } from '@secure-preview/contracts';

const HEADERS = {
  'Content-Type': EVENT_STREAM_TYPE,
  'Cache-Control': 'no-store',
  // nginx passes each event on at once.
  'X-Accel-Buffering': 'no',
};

/** Writes events to a response (HTML Standard, 9.2.5). */
export class EventStream {
  constructor(private readonly response: ServerResponse) {}

  /** Sends the headers. */
  open(): void {
    const { response } = this;
    response.writeHead(200, HEADERS);
    // Node keeps the text of the headers. Sending it alone makes it one flat string of 1 KB instead of 80 parts.
    response.flushHeaders();
    // Middleware has replaced these methods to do work at the beginning and the end of ordinary responses. The original
    // ones keep none of it in memory.
    const { end, write, writeHead } = ServerResponse.prototype;
    Object.assign(response, { end, write, writeHead });
    // Browsers resolve `fetch` with the headers, but some proxies send them with the first byte of the body.
    response.write(': open\n\n');
  }

  /** Sends a comment, which keeps proxies from closing the stream. Closes it if its client has stopped reading. */
  ping(): void {
    if (this.isStuck) this.response.destroy();
    else if (!this.response.writableEnded) this.response.write(':\n\n');
  }

  /** Sends an event after which the stream stays open. */
  send(event: StreamEvent): void {
    if (this.isStuck) this.response.destroy();
    else if (!this.response.writableEnded) this.response.write(dataOf(event));
  }

  /** Sends the last event and closes the stream. */
  end(event: StreamEvent): void {
    this.close(dataOf(event));
  }

  /** Closes the stream. Its page opens another one after a random delay. */
  endForRetry(): void {
    const { min, max } = streamLimits.retryMs;
    this.close(`retry: ${randomInt(min, max + 1)}\n\n`);
  }

  private close(last: string): void {
    if (this.response.writableEnded) return;
    if (this.isStuck) this.response.destroy();
    else this.response.end(last);
  }

  /** Whether the operating system has not taken what was written before. */
  private get isStuck(): boolean {
    return this.response.writableLength > 0;
  }
}

const dataOf = (event: StreamEvent): string => `data: ${JSON.stringify(event)}\n\n`;
