import type { ErrorCode } from '@secure-preview/contracts';
import type { Actor } from './context.js';

/** How a call ended: `ok`, or the code of the error that the caller is told. */
export type CallOutcome = 'ok' | ErrorCode;

export interface OutgoingCall {
  service: string;
  /** Pattern of the method, one of those in the contracts. */
  pattern: string;
  requestId: string;
  traceparent?: string;
  actor?: Actor;
}

/** Is told of calls that a client makes; for metrics, log and traces. */
export interface ClientObserver {
  /**
   * Around one call.
   *
   * @param send makes the call under the trace context given; rejects with an `AppError`
   */
  call(call: OutgoingCall, send: (traceparent: string | undefined) => Promise<unknown>): Promise<unknown>;
  /** No answer came in time; the call is sent once more. */
  retried?(service: string): void;
}

export interface IncomingCall {
  /** Pattern of the method; `unknown` for one that no contract of this server names. */
  pattern: string;
  requestId: string;
  traceparent?: string;
  actor?: Actor;
  /** Milliseconds that the request lay in the list. */
  waitedMs: number;
}

/** Is told of calls that a server takes. */
export interface ServerObserver {
  /** Around one call; `answer` never rejects. */
  serve(call: IncomingCall, answer: () => Promise<CallOutcome>): Promise<CallOutcome>;
  /** A request was taken whose caller had given up: nothing was done. */
  expired?(call: IncomingCall): void;
  /** More comes than can be done, and this request had waited too long: it was refused. */
  refused?(call: IncomingCall): void;
}
