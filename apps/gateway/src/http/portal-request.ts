import type { HttpRoute } from '@secure-preview/contracts';
import type { RequestSpan, TraceContext } from '@secure-preview/service-kit';
import type { Request } from 'express';
import type { Identity } from './identity.js';

/** Declared routes of a path, and the route for the method of the request. */
export interface RouteMatch {
  readonly route: HttpRoute | undefined;
  /** Routes of all methods on this path; empty for an unknown path. */
  readonly onPath: readonly HttpRoute[];
}

/** Slot that a request occupies while the portal works on it (`overload/admission.ts`). */
export interface RequestSlot {
  take(): boolean;
  release(): void;
}

/** State of a request. The edge middleware fills it in before a handler runs. */
export interface PortalState {
  requestId: string;
  /** Trace of all work done for the request. */
  trace: TraceContext;
  /** Present if the trace is recorded. */
  span?: RequestSpan;
  route?: HttpRoute;
  /** Declared routes of any method on the request's path. */
  onPath: readonly HttpRoute[];
  identity: Identity;
  slot?: RequestSlot;
}

/**
 * A property, not a WeakMap: the state refers to its request, and V8 keeps such entries of a WeakMap until it collects
 * the whole heap.
 */
const STATE = Symbol('state of the portal');

type StatefulRequest = Request & { [STATE]?: PortalState };

export function beginState(
  request: StatefulRequest,
  requestId: string,
  { trace, span }: Pick<PortalState, 'trace' | 'span'>,
  { route, onPath }: RouteMatch,
): void {
  const identity: Identity = { level: 'anonymous' };
  const optional = { ...(span ? { span } : {}), ...(route ? { route } : {}) };
  request[STATE] = { requestId, trace, onPath, identity, ...optional };
}

export function stateOf(request: StatefulRequest): PortalState {
  const state = request[STATE];
  if (!state) throw new Error('The request did not pass the edge middleware');
  return state;
}
