import type { ServerResponse } from 'node:http';
import { metric } from '@secure-preview/service-kit';

const cutTotal = metric.counter(
  'portal_http_transfers_cut_total',
  'Responses aborted because the client read them too slowly.',
);

/** Aborts a response that its client takes too long to read: it occupies a connection and memory. */
export function limitTransfer(response: ServerResponse, maxMs: number): void {
  const timer = setTimeout(() => {
    cutTotal.inc();
    response.destroy();
  }, maxMs).unref();
  response.once('close', () => clearTimeout(timer));
}
