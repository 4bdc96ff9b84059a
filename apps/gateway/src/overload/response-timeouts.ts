import type { ServerResponse } from 'node:http';
import { metric } from '@secure-preview/service-kit';

const cut = metric.counter(
  'portal_http_transfers_cut_total',
  'Answers that were cut off since their client took too long to read them.',
);

/** Milliseconds between looks. */
const LOOK_MS = 1000;

/** Ends answers that take their client too long to read: each holds a connection and what was not sent of it. */
export class ResponseTimeouts {
  private readonly since = new Map<ServerResponse, number>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly maxMs: number) {}

  start(): void {
    this.timer = setInterval(() => this.look(), LOOK_MS).unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  begin(response: ServerResponse): void {
    this.since.set(response, performance.now());
  }

  end(response: ServerResponse): void {
    this.since.delete(response);
  }

  private look(): void {
    const before = performance.now() - this.maxMs;
    for (const [response, since] of this.since) {
      // In the order in which they began.
      if (since > before) return;
      this.since.delete(response);
      cut.inc();
      response.destroy();
    }
  }
}
