/** Session and lead on whose behalf a call is made, as the gateway reads them from the session. */
export interface Actor {
  sessionRef?: string;
  leadId?: string;
}

/** Context that a caller passes with a call. */
export interface CallContext {
  requestId: string;
  /** W3C Trace Context, `traceparent` header. */
  traceparent?: string;
  actor?: Actor;
  /** UUID that makes a command idempotent; default: a new one per call. */
  commandId?: string;
  /** Milliseconds until the call fails with `DEADLINE_EXCEEDED`; default: the deadline of the method. */
  deadlineMs?: number;
  /** Milliseconds left for the request that awaits the call. The call fails at this limit or at its own deadline. */
  withinMs?: number;
}

/** Context that a handler receives besides its input. */
export interface RpcContext {
  /** Id of both attempts of a command. A handler stores it or sets absolute values, so a repeat is harmless. */
  readonly commandId: string;
  readonly requestId: string;
  readonly traceparent?: string;
  readonly actor?: Actor;
  /** Aborted when the caller has given up. */
  readonly signal: AbortSignal;
}
