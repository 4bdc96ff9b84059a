/** Who acts, as the gateway knows from the session. */
export interface Actor {
  sessionRef?: string;
  leadId?: string;
}

/** What a caller adds to a call. */
export interface CallContext {
  requestId: string;
  /** W3C Trace Context, `traceparent` header. */
  traceparent?: string;
  actor?: Actor;
  /** UUID that makes a command idempotent; a new one per call unless given. */
  commandId?: string;
  /** Milliseconds until the call fails with `DEADLINE_EXCEEDED`; the method's own unless given. */
  deadlineMs?: number;
  /** Milliseconds that whoever waits for the call still has: it fails then, if not at its own deadline before. */
  withinMs?: number;
}

/** What a handler learns about the call besides its input. */
export interface RpcContext {
  /** The same for every sending of one command: a handler stores it, or sets to a value, so that twice does no harm. */
  readonly commandId: string;
  readonly requestId: string;
  readonly traceparent?: string;
  readonly actor?: Actor;
  /** Aborted when the caller has given up. */
  readonly signal: AbortSignal;
}
