import type { HttpRoute } from '@secure-preview/contracts';
import type { TraceContext } from '@secure-preview/service-kit';
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
  route?: HttpRoute;
  /** Declared routes of any method on the request's path. */
  onPath: readonly HttpRoute[];
  identity: Identity;
  slot?: RequestSlot;
}

const states = new WeakMap<Request, PortalState>();

export function beginState(
  request: Request,
  requestId: string,
  trace: TraceContext,
  { route, onPath }: RouteMatch,
): void {
  const identity: Identity = { level: 'anonymous' };
  states.set(request, { requestId, trace, onPath, identity, ...(route ? { route } : {}) });
}

export function stateOf(request: Request): PortalState {
  const state = states.get(request);
  if (!state) throw new Error('The request did not pass the edge middleware');
  return state;
}
