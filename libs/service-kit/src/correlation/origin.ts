import { AsyncLocalStorage } from 'node:async_hooks';
import { parseTraceparent } from './trace-context.js';

/** The request that caused some work, which may run long after the response. */
export interface Origin {
  readonly requestId: string;
  /** W3C Trace Context of the span that the work belongs to. */
  readonly traceparent?: string | undefined;
}

const origins = new AsyncLocalStorage<Origin>();

/** Runs `work` for a request, whose ids are added to all its log lines. */
export function withOrigin<T>(origin: Origin | undefined, work: () => Promise<T>): Promise<T> {
  return origin === undefined ? work() : origins.run(origin, work);
}

/** Returns the origin of the current work, as `withOrigin` set it. */
export const currentOrigin = (): Origin | undefined => origins.getStore();

/** Returns the ids that correlate the log lines of a request across processes. */
export function currentIds(): object {
  const origin = origins.getStore();
  if (origin === undefined) return {};
  return { requestId: origin.requestId, traceId: parseTraceparent(origin.traceparent)?.traceId };
}
