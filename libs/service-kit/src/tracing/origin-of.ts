import type { Origin } from '../correlation/origin.js';
import { traceparentOf } from '../correlation/trace-context.js';
import { currentTrace } from './spans.js';

/** Returns the origin of work that a call causes: the active span, otherwise the caller's span. */
export function originOf({ requestId, traceparent }: Origin): Origin {
  const trace = currentTrace();
  return { requestId, traceparent: trace === undefined ? traceparent : traceparentOf(trace) };
}
