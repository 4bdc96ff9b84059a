import { AsyncLocalStorage } from 'node:async_hooks';
import { parseTraceparent } from './trace-context.js';

/** The request that causes some work, also long after it was answered. */
export interface Origin {
  readonly requestId: string;
  /** W3C Trace Context of the span that the work belongs to. */
  readonly traceparent?: string | undefined;
}

const origins = new AsyncLocalStorage<Origin>();

/** Runs `work` on account of a request, whose ids are added to every line that it logs. */
export function withOrigin<T>(origin: Origin | undefined, work: () => Promise<T>): Promise<T> {
  return origin === undefined ? work() : origins.run(origin, work);
}

/** Returns the origin of the current work, as `withOrigin` set it. */
export const presentOrigin = (): Origin | undefined => origins.getStore();

/** Returns the ids that join a log line to those of the request in other processes. */
export function presentIds(): object {
  const origin = origins.getStore();
  if (origin === undefined) return {};
  return { requestId: origin.requestId, traceId: parseTraceparent(origin.traceparent)?.traceId };
}
