import { allRoutes, type HttpRoute } from '@secure-preview/contracts';
import { match } from 'path-to-regexp';
import type { RouteMatch } from '../http/portal-request.js';

const NO_MATCH: RouteMatch = { route: undefined, onPath: [] };
const hasParameters = ({ path }: HttpRoute) => path.includes(':');

/**
 * Routes without parameters, by path. Most requests use these, so they are looked up without matching
 * patterns.
 */
const routesByPath = new Map<string, HttpRoute[]>();
for (const route of allRoutes.filter((candidate) => !hasParameters(candidate))) {
  routesByPath.set(route.path, [...(routesByPath.get(route.path) ?? []), route]);
}

const patterns = allRoutes.filter(hasParameters).map((route) => {
  // Matches only the exact spelling. Otherwise two lookups of the same path could find different routes.
  const test = match(route.path, { sensitive: true, trailing: false });
  return { route, matches: (path: string) => test(path) !== false };
});

/** Returns false for malformed escapes, which match no route. */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function routesOn(path: string): readonly HttpRoute[] {
  const withoutParameters = routesByPath.get(path);
  if (withoutParameters) return withoutParameters;
  return isDecodable(path) ? patterns.filter(({ matches }) => matches(path)).map(({ route }) => route) : [];
}

/** Finds the declared route of a request. Treats HEAD as GET (RFC 9110, 9.3.2). */
export function findRoute(method: string, path: string): RouteMatch {
  const onPath = routesOn(path);
  if (onPath.length === 0) return NO_MATCH;
  const routeMethod = method === 'HEAD' ? 'GET' : method;
  return { route: onPath.find((route) => route.method === routeMethod), onPath };
}
