import type { ServerResponse } from 'node:http';
import { metric } from '@secure-preview/service-kit';

const cut = metric.counter(
  'portal_http_transfers_cut_total',
  'Answers cut off because the client read them too slowly.',
);

/** Ends a response that its client takes too long to read. It holds a connection and its unsent data. */
export function limitTransfer(response: ServerResponse, maxMs: number): void {
  const timer = setTimeout(() => {
    cut.inc();
    response.destroy();
  }, maxMs).unref();
  response.once('close', () => clearTimeout(timer));
}
