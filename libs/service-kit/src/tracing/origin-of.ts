import type { Origin } from '../correlation/origin.js';
import { traceparentOf } from '../correlation/trace-context.js';
import { presentTrace } from './spans.js';

/** Returns the origin of work that a call causes: the active span, else the caller's. */
export function originOf({ requestId, traceparent }: Origin): Origin {
  const trace = presentTrace();
  return { requestId, traceparent: trace === undefined ? traceparent : traceparentOf(trace) };
}
