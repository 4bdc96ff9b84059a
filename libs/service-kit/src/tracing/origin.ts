import { AsyncLocalStorage } from 'node:async_hooks';
import { presentTrace } from './spans.js';
import { parseTraceparent, traceparentOf } from './trace-context.js';

/** The request on whose account something is done, also long after it was answered. */
export interface Origin {
  readonly requestId: string;
  /** W3C Trace Context: the span that what is done belongs to. */
  readonly traceparent?: string | undefined;
}

const origins = new AsyncLocalStorage<Origin>();

/** Where what follows from a call begins: at the span that is open now, else at the caller's. */
export function originOf({ requestId, traceparent }: Origin): Origin {
  const trace = presentTrace();
  return { requestId, traceparent: trace === undefined ? traceparent : traceparentOf(trace) };
}

/** Runs `work` on account of a request, whose ids then stand in every line that is logged meanwhile. */
export function onAccountOf<T>(origin: Origin | undefined, work: () => Promise<T>): Promise<T> {
  return origin === undefined ? work() : origins.run(origin, work);
}

/** What the present work is done on account of, if `onAccountOf` said so. */
export const presentOrigin = (): Origin | undefined => origins.getStore();

/** The ids that join a line to those of the request in other processes. */
export function presentIds(): object {
  const origin = origins.getStore();
  if (origin === undefined) return {};
  return { requestId: origin.requestId, traceId: parseTraceparent(origin.traceparent)?.traceId };
}
