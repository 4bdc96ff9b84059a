import { AppError } from '@secure-preview/contracts';
import type { CallOutcome, ClientObserver } from '@secure-preview/rpc';
import { parseTraceparent, traceparentOf } from '../correlation/trace-context.js';
import type { Logger } from '../logging/logger.js';
import { metric, secondsSince } from '../metrics/registry.js';
import { inSpanOf } from '../tracing/spans.js';

const duration = metric.seconds(
  'portal_rpc_client_call_duration_seconds',
  'Time from making a remote call to its answer, by service, method and outcome (ok or an error code).',
  ['rpc_service', 'method', 'outcome'],
);
const inFlight = metric.gauge('portal_rpc_client_calls_in_flight', 'Remote calls waiting for their answer.', [
  'rpc_service',
]);
const retried = metric.counter(
  'portal_rpc_client_resends_total',
  'Remote calls sent again because the first attempt got no answer in time.',
  ['rpc_service'],
);

/** Outcomes that may not be in any log of a service. */
const UNLOGGED: readonly CallOutcome[] = ['SERVICE_UNAVAILABLE', 'DEADLINE_EXCEEDED'];

const outcomeOf = (error: unknown): CallOutcome => (error instanceof AppError ? error.code : 'INTERNAL');

const spanOf = (service: string, pattern: string) => ({
  name: pattern,
  kind: 'client' as const,
  attributes: { 'rpc.service': service, 'rpc.method': pattern },
});

/** Counts and times the remote calls that this process makes, and logs calls that got no answer. */
export function observeClient(logger: Logger): ClientObserver {
  return {
    async call({ service, pattern, requestId, traceparent }, send) {
      const start = performance.now();
      inFlight.inc({ rpc_service: service });
      let outcome: CallOutcome = 'ok';
      try {
        const parent = parseTraceparent(traceparent);
        // Periodic calls of the portal itself have no trace context and are not traced.
        if (parent === undefined) return await send(traceparent);
        return await inSpanOf(parent, spanOf(service, pattern), (span) =>
          send(span ? traceparentOf(span.trace) : traceparent),
        );
      } catch (error) {
        outcome = outcomeOf(error);
        throw error;
      } finally {
        inFlight.dec({ rpc_service: service });
        const seconds = secondsSince(start);
        duration.observe({ rpc_service: service, method: pattern, outcome }, seconds);
        if (UNLOGGED.includes(outcome)) {
          const { traceId } = parseTraceparent(traceparent) ?? {};
          const responseTime = Math.round(seconds * 1000);
          const details = {
            requestId,
            traceId,
            calledService: service,
            method: pattern,
            outcome,
            responseTime,
          };
          logger.warn(details, 'remote call got no answer');
        }
      }
    },
    retried: (service) => retried.inc({ rpc_service: service }),
  };
}
