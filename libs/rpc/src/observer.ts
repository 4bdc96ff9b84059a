import type { ErrorCode } from '@secure-preview/contracts';
import type { Actor } from './context.js';

/** Outcome of a call: `ok`, or the code of the error that the caller receives. */
export type CallOutcome = 'ok' | ErrorCode;

export interface OutgoingCall {
  service: string;
  /** Pattern of the method, as the contracts declare it. */
  pattern: string;
  requestId: string;
  traceparent?: string;
  actor?: Actor;
}

/** Observes calls that a client makes, for metrics, logs and traces. */
export interface ClientObserver {
  /**
   * Wraps one call.
   *
   * @param send makes the call under this trace context; rejects with an `AppError`
   */
  call(call: OutgoingCall, send: (traceparent: string | undefined) => Promise<unknown>): Promise<unknown>;
  /** Called when no answer came in time and the call is sent once more. */
  retried?(service: string): void;
}

export interface IncomingCall {
  /** Pattern of the method; `unknown` when this server has no handler for it. */
  pattern: string;
  requestId: string;
  traceparent?: string;
  actor?: Actor;
  /** Milliseconds that the request waited in the list. */
  waitedMs: number;
}

/** Observes calls that a server takes. */
export interface ServerObserver {
  /** Wraps one call; `answer` never rejects. */
  serve(call: IncomingCall, answer: () => Promise<CallOutcome>): Promise<CallOutcome>;
  /** Called for a request whose caller had given up. It was not run. */
  expired?(call: IncomingCall): void;
  /** Called for a request that was rejected because it had waited too long in a backlogged list. */
  refused?(call: IncomingCall): void;
}
