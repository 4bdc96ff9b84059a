import { randomUUID } from 'node:crypto';
import { type Access, allRoutes, type HttpRoute } from '@secure-preview/contracts';

/** A request that the probe sends. */
export interface ProbedAddress {
  readonly method: string;
  readonly path: string;
}

/**
 * Returns a request for each route of these levels. Parameters are random, so an unprotected route finds nothing
 * to change.
 */
export function addressesOf(levels: readonly Access[], routes = allRoutes): ProbedAddress[] {
  return routes
    .filter(({ access }) => levels.includes(access))
    .map(({ method, path }) => ({ method, path: path.replace(/:\w+/g, () => randomUUID()) }));
}

/** Returns the public GET requests. */
export function publicReads(routes: readonly HttpRoute[] = allRoutes): ProbedAddress[] {
  return addressesOf(
    ['public'],
    routes.filter(({ method }) => method === 'GET'),
  );
}

/** Returns GET requests for these paths. */
export const reads = (paths: readonly string[]): ProbedAddress[] =>
  paths.map((path) => ({ method: 'GET', path }));
