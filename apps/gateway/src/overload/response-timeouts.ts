import type { ServerResponse } from 'node:http';
import { transfersCut } from './overload.metrics.js';

/** Aborts a response that its client takes too long to read: it occupies a connection and memory. */
export function limitTransfer(response: ServerResponse, maxMs: number): void {
  const timer = setTimeout(() => {
    transfersCut.inc();
    response.destroy();
  }, maxMs).unref();
  response.once('close', () => clearTimeout(timer));
}
