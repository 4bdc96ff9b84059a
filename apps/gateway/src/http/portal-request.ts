import type { HttpRoute } from '@secure-preview/contracts';
import type { Request } from 'express';
import type { Identity } from '../sessions/levels.js';

/** What the edge has found out about a request by the time a handler sees it. */
export interface PortalState {
  requestId: string;
  route?: HttpRoute;
  /** Declared routes of any method on the request's path. */
  onPath: readonly HttpRoute[];
  identity: Identity;
}

const states = new WeakMap<Request, PortalState>();

export function beginState(request: Request, requestId: string): void {
  states.set(request, { requestId, onPath: [], identity: { level: 'anonymous' } });
}

export function stateOf(request: Request): PortalState {
  const state = states.get(request);
  if (!state) throw new Error('The request did not come through the edge');
  return state;
}
