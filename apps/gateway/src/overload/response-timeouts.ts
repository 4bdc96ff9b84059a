import type { ServerResponse } from 'node:http';
import { metric } from '@secure-preview/service-kit';

const cut = metric.counter(
  'portal_http_transfers_cut_total',
  'Answers cut off because the client read them too slowly.',
);

/** Milliseconds between checks. */
const LOOK_MS = 1000;

/** Ends responses that their clients take too long to read. Each holds a connection and its unsent data. */
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
      // Map order is the order in which responses began, so the rest are younger.
      if (since > before) return;
      this.since.delete(response);
      cut.inc();
      response.destroy();
    }
  }
}
