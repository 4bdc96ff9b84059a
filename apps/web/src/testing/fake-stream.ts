import { ReadableStream, type ReadableStreamDefaultController } from 'node:stream/web';
import type { StreamEvent } from '@secure-preview/contracts';

/** Event stream of a fake gateway. */
export class FakeStream {
  private controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  /** Returns the response to a request, whose signal aborts it. */
  respond({ signal }: RequestInit): Response {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.controller = controller;
      },
    });
    signal?.addEventListener('abort', () => this.controller?.error(signal.reason));
    this.write(': open\n\n');
    return new Response(body as never, { headers: { 'content-type': 'text/event-stream' } });
  }

  write(text: string): void {
    this.controller?.enqueue(new TextEncoder().encode(text));
  }

  send(event: StreamEvent | object): void {
    this.write(`data: ${JSON.stringify(event)}\n\n`);
  }

  end(): void {
    this.controller?.close();
  }
}
