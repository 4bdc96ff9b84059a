import type { RpcGroup } from '@secure-preview/contracts';
import type { CallOutcome, IncomingCall, ServerObserver } from '@secure-preview/rpc';
import { parseTraceparent } from '../correlation/trace-context.js';
import type { Logger } from '../logging/logger.js';
import { metric, secondsSince } from '../metrics/registry.js';
import { inSpanOf } from '../tracing/spans.js';

const duration = metric.seconds(
  'portal_rpc_server_call_duration_seconds',
  'Time from taking a remote call to its answer, by method and outcome (ok or an error code).',
  ['method', 'outcome'],
);
const wait = metric.seconds(
  'portal_rpc_server_queue_wait_seconds',
  'Time a remote call waited in the request list.',
);
const expired = metric.counter(
  'portal_rpc_server_expired_calls_total',
  'Remote calls taken after their deadline.',
  ['method'],
);
const refused = metric.counter(
  'portal_rpc_server_refused_calls_total',
  'Remote calls rejected after waiting too long in a backlogged list.',
  ['method'],
);
const inFlight = metric.gauge(
  'portal_rpc_server_calls_in_flight',
  'Remote calls in progress on this replica.',
);

/**
 * Returns the random ids that correlate the log lines of one request across processes.
 */
const requestIds = ({ requestId, traceparent, actor }: IncomingCall) => ({
  requestId,
  traceId: parseTraceparent(traceparent)?.traceId,
  sessionRef: actor?.sessionRef,
  leadId: actor?.leadId,
});

const spanOf = ({ pattern, requestId, waitedMs }: IncomingCall) => ({
  name: pattern,
  kind: 'server' as const,
  attributes: {
    'rpc.method': pattern,
    'portal.request_id': requestId,
    'portal.queue_wait_seconds': waitedMs / 1000,
  },
});

/** Counts, times and logs the remote calls of `groups` that a service answers. */
export function observeServer(logger: Logger, groups: readonly RpcGroup[]): ServerObserver {
  // Starts at 0, because Prometheus finds no increase in a series that begins with a rejection.
  for (const { pattern: method } of groups.flatMap(({ methods }) => Object.values(methods))) {
    refused.inc({ method }, 0);
    expired.inc({ method }, 0);
  }
  // These lines contain no secrets, and redaction would dominate their cost.
  const log = logger.child({}, { redact: [] });
  return {
    async serve(call, answer) {
      const start = performance.now();
      wait.observe(call.waitedMs / 1000);
      inFlight.inc();
      let outcome: CallOutcome = 'INTERNAL';
      try {
        outcome = await inSpanOf(parseTraceparent(call.traceparent), spanOf(call), async (span) => {
          const result = await answer();
          if (result !== 'ok') span?.fail(result);
          return result;
        });
        return outcome;
      } finally {
        inFlight.dec();
        const seconds = secondsSince(start);
        duration.observe({ method: call.pattern, outcome }, seconds);
        log.info(
          {
            ...requestIds(call),
            method: call.pattern,
            outcome,
            responseTime: Math.round(seconds * 1000),
            waitTime: Math.round(call.waitedMs),
          },
          'remote call answered',
        );
      }
    },
    // Does not log, to save time during an overload: the gateway logs the request.
    refused: (call) => refused.inc({ method: call.pattern }),
    expired(call) {
      expired.inc({ method: call.pattern });
      log.warn(
        { ...requestIds(call), method: call.pattern, waitTime: Math.round(call.waitedMs) },
        'remote call expired before it was handled',
      );
    },
  };
}
